import { type ResolveCodesReply, sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { maxTextLength, withPlainDashes } from '@lims/contract/text.ts'
import { call } from '../../api/call.ts'
import { extractIdentifier } from '../../entities/sample/extract-identifier.ts'

/** Finds the samples of codes. A code that is longer than any name or ID is unknown without a request. */
export async function resolveCodes(codes: readonly string[]): Promise<ResolveCodesReply> {
  const short = codes.filter((code) => code.length <= maxTextLength.code)
  const tooLong = codes.filter((code) => code.length > maxTextLength.code)
  if (short.length === 0) return { found: [], ambiguous: [], unknown: tooLong }
  const reply = await resolveAsScanned(short)
  return { ...reply, unknown: [...reply.unknown, ...tooLong] }
}

/**
 * Reads what no sample has as its name or ID as scanners write it: the address of a page, a UUID in braces, GS1, an AIM
 * identifier before a code; and with plain hyphens. A name comes first, as it may look like a GS1 code with the ID of
 * another tube, or have a dash.
 */
async function resolveAsScanned(codes: readonly string[]): Promise<ResolveCodesReply> {
  const reply = await resolveAsGiven(codes)
  const given = Map.groupBy(reply.unknown, identifierKey)
  // An identifier that was sent itself is not sent again.
  const read = [...given].flatMap(([key, unknown]) =>
    unknown.some((code) => code.toLowerCase() === key) ? [] : unknown.slice(0, 1).map(identifierIn),
  )
  if (read.length === 0) return reply
  const second = await resolveAsGiven(read)
  const withCodes = <T extends { code: string }>(entry: T): T[] =>
    (given.get(entry.code.toLowerCase()) ?? []).map((code) => ({ ...entry, code }))
  const place = new Map(codes.map((code, index) => [code, index]))
  const inOrder = (one: { code: string }, other: { code: string }) =>
    (place.get(one.code) ?? 0) - (place.get(other.code) ?? 0)
  const known = new Set([...second.found, ...second.ambiguous].map(({ code }) => code.toLowerCase()))
  return {
    found: [...reply.found, ...second.found.flatMap(withCodes)].sort(inOrder),
    ambiguous: [...reply.ambiguous, ...second.ambiguous.flatMap(withCodes)].sort(inOrder),
    unknown: reply.unknown.filter((code) => !known.has(identifierKey(code))),
  }
}

/** Word processors and e-mails put other hyphens in the place of '-'. */
const identifierIn = (code: string) => extractIdentifier(withPlainDashes(code))

/** Upper and lower case do not matter in codes. */
const identifierKey = (code: string) => identifierIn(code).toLowerCase()

const resolveAsGiven = (codes: readonly string[]): Promise<ResolveCodesReply> =>
  call(sampleBulkApi.resolveCodes, { body: { codes: [...codes] } })
