/**
 * A key for each filled form: the same form sent twice creates nothing twice,
 * and a form that was changed in between is another order.
 */
export function submissionKeys(): (filled: object) => string {
  let last = { filled: '', key: '' }
  return (filled) => {
    const text = JSON.stringify(filled)
    if (text !== last.filled) last = { filled: text, key: newKey() }
    return last.key
  }
}

/** Unlike randomUUID, this also works on a plain http address of the house. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
