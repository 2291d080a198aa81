import { withPlainDashes } from '@lims/contract/text.ts'

/** The visible symbol for the group separator of a GS1 code: without it '01A1' GS '7B' would read as one identifier. */
export const groupSeparator = '\u241D'

const bareUuid =
  /^(?:urn:uuid:)?\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i
/** The address of a sample's page, on any host. */
const sampleAddress = /^https?:\/\/[^/?#]{1,253}\/samples\/([^/?#]{1,200})(?:[/?#]|$)/i
const tubeId = /^[a-z]{1,5}\d{4,15}$/i

/** An AIM symbology identifier, such as `]Q1` of a QR code, with the spaces before the code. */
const aimIdentifier = /^\][A-Za-z][0-9A-Za-z]\s*(?=\S)/

/** Removes the AIM symbology identifier, which some scanners are set to send, before a code. One without a code stays. */
export const withoutAimIdentifier = (code: string): string => code.replace(aimIdentifier, '')

/**
 * Returns the id or tube ID in a code of another form: behind an AIM symbology identifier, a UUID in braces or without
 * dashes, the address of a sample's page, or a GS1 code with a tube ID in it. Returns any other text unchanged.
 */
export function extractIdentifier(code: string): string {
  const text = withoutAimIdentifier(code).replace(leadingSeparators, '')
  const uuid = bareUuid.exec(withPlainDashes(text))
  if (uuid) return uuid.slice(1).join('-')
  const page = sampleAddress.exec(text)?.[1]
  if (page && page !== 'create' && page !== 'import') return extractIdentifier(page)
  return tubeIdOfGs1(text) ?? text
}

const leadingSeparators = new RegExp(`^${groupSeparator}+`)

/** Application identifiers of fixed length, with the digits that follow (GS1 General Specifications, 3.2). */
const fixedLengths: Record<string, number> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '12': 6,
  '13': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '20': 2,
}
/**
 * Application identifiers of variable length, up to the next separator, whose values name one item: serial numbers, its
 * asset identifier, and what a company defines for itself. A lot (10), the numbers of a product (240, 241) and the
 * source of an item (251) are the same on many tubes.
 */
const namesOneItem = /^(?:21|235|250|8004|9\d)/
const bracketedElement = /\((\d{2,4})\)([^()]*)/g

/** Returns undefined unless the code is certainly GS1 and holds exactly one tube ID. */
function tubeIdOfGs1(code: string): string | undefined {
  const isGs1 = code.includes(groupSeparator) || /^01\d{14}./.test(code) || /^\(\d{2,4}\)/.test(code)
  if (!isGs1) return undefined
  const values = code.startsWith('(')
    ? [...code.matchAll(bracketedElement)].flatMap(([, ai = '', value = '']) => valuesOf(ai + value))
    : code.split(groupSeparator).flatMap(valuesOf)
  const found = new Set(values.filter((value) => tubeId.test(value)))
  const [one] = found
  return found.size === 1 ? one : undefined
}

/** Returns the value in one part of a GS1 code that names one item, unless another of variable length is before it. */
function valuesOf(part: string): string[] {
  let rest = part
  for (let length = fixedLengths[rest.slice(0, 2)]; length; length = fixedLengths[rest.slice(0, 2)]) {
    rest = rest.slice(2 + length)
  }
  const identifier = namesOneItem.exec(rest)?.[0]
  return identifier ? [rest.slice(identifier.length)] : []
}
