import { formatNumber } from '@lims/contract/format-count.ts'
import { DomainError } from '../errors/domain-error.ts'

/** The most nested request of the contract has five levels. */
const maxDepth = 20
/**
 * The largest request of the contract, the undo of an edit of 20,000 samples with id, version and value, has 60,004.
 */
const maxValues = 65_000

const code = (sign: string) => sign.charCodeAt(0)
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')]
const opening = [code('['), code('{')]
const closing = [code(']'), code('}')]

/**
 * Throws `request-invalid` if a JSON text is nested too deep or holds too many values.
 * Scans the text once without parsing it: to parse and validate 300,000 keys took two seconds.
 */
export function assertJsonSize(text: string): void {
  let depth = 0
  let values = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (isInString) {
      if (sign === backslash) at++
      else if (sign === quote) isInString = false
    } else if (sign === quote) isInString = true
    else if (sign === comma) values++
    else if (opening.includes(sign)) {
      values++
      if (++depth > maxDepth) throw refused(`The request is nested deeper than ${maxDepth} levels.`)
    } else if (closing.includes(sign)) depth--
    if (values > maxValues) {
      throw refused(`The request holds more than ${formatNumber(maxValues)} values.`)
    }
  }
}

const refused = (message: string) => new DomainError('request-invalid', message)
