import { randomKey } from './random-key.ts'

/**
 * A key for each filled form: the same form sent twice creates nothing twice,
 * and a form that was changed in between is another order.
 */
export function submissionKeys(): (filled: object) => string {
  let last = { filled: '', key: '' }
  return (filled) => {
    const text = JSON.stringify(filled)
    if (text !== last.filled) last = { filled: text, key: randomKey() }
    return last.key
  }
}
