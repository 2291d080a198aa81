import { maxCandidates, type ResolveCodesBody, type ResolveCodesReply } from '@lims/contract/sample-bulk.ts'
import type { Db } from '../db/database.ts'
import { findSamplesByCodes } from './bulk-queries.ts'

/** Up to this many codes, all `maxCandidates` are listed; above it only two, which bounds the reply. */
const longList = 2000

/** Finds the samples of a list of codes. A code that is repeated in upper or lower case counts once. */
export async function resolveCodes(db: Db, { codes }: ResolveCodesBody): Promise<ResolveCodesReply> {
  const unique = [
    ...new Map(codes.toReversed().map((code) => [code.toLowerCase(), code])).values(),
  ].toReversed()
  const limit = unique.length > longList ? 2 : maxCandidates
  const hits = Map.groupBy(await findSamplesByCodes(db, unique, limit + 1), ({ place }) => place)

  const reply: ResolveCodesReply = { found: [], ambiguous: [], unknown: [] }
  for (const [index, code] of unique.entries()) {
    const samples = (hits.get(index + 1) ?? []).map(({ place, ...candidate }) => candidate)
    const [first] = samples
    if (!first) reply.unknown.push(code)
    else if (samples.length > 1) {
      reply.ambiguous.push({ code, candidates: samples.slice(0, limit), hasMore: samples.length > limit })
    } else {
      const { id, name, alias, status } = first
      reply.found.push({ code, sample: { id, name, alias, status } })
    }
  }
  return reply
}
