/** Stands for the group separator of a GS1 code: without it '01A1' GS '7B' would read as one identifier. */
export const groupSeparator = '\u241D'

const bareUuid =
  /^(?:urn:uuid:)?\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i
/** The address of a sample's page, on whichever host. */
const samplePage = /^https?:\/\/[^/?#]{1,253}\/samples\/([^/?#]{1,200})(?:[/?#]|$)/i
const tubeId = /^[a-z]{1,5}\d{4,15}$/i

/**
 * The id or tube id that a code holds in another dress: a UUID in braces or without dashes, the address of a sample's
 * page, a GS1 code with a tube id in it. Any other text stays as it is.
 */
export function extractIdentifier(code: string): string {
  const text = code.replace(leadingSeparators, '')
  const uuid = bareUuid.exec(text)
  if (uuid) return uuid.slice(1).join('-')
  const page = samplePage.exec(text)?.[1]
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
/** Those that run to the next separator, and can name one item. */
const variable = /^(?:10|21|235|24[01]|25[01]|8004|9\d)/
const inBrackets = /\((\d{2,4})\)([^()]*)/g

/** Undefined unless the code is certainly GS1, and holds exactly one tube id. */
function tubeIdOfGs1(code: string): string | undefined {
  const isGs1 = code.includes(groupSeparator) || /^01\d{14}./.test(code) || /^\(\d{2,4}\)/.test(code)
  if (!isGs1) return undefined
  const values = code.startsWith('(')
    ? [...code.matchAll(inBrackets)].map(([, , value = '']) => value)
    : code.split(groupSeparator).flatMap(valuesOf)
  const found = new Set(values.filter((value) => tubeId.test(value)))
  const [one] = found
  return found.size === 1 ? one : undefined
}

/** The values of the elements in one part of a GS1 code, up to the first one that is not known. */
function valuesOf(part: string): string[] {
  let rest = part
  for (let length = fixedLengths[rest.slice(0, 2)]; length; length = fixedLengths[rest.slice(0, 2)]) {
    rest = rest.slice(2 + length)
  }
  const identifier = variable.exec(rest)?.[0]
  return identifier ? [rest.slice(identifier.length)] : []
}
