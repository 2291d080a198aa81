import { minuteMs } from '@lims/contract/durations.ts'
import { type FindReply, findApi } from '@lims/contract/find.ts'
import { maxTubeIdLength } from '@lims/contract/sample-codes.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { extractIdentifier } from '../../entities/sample/extract-identifier.ts'

/** How long the hits of a text stay valid. */
const hitsStaleMs = 5000

/** The hits, and the text that they match: the one that was entered, or the id or tube ID in it. */
export type Found = FindReply & { searchedText: string }

/**
 * Fetches a few samples, subjects, batches and storages that match the id or tube ID in a text, or the text. One that
 * holds an id may be the tube ID of another system as a whole: the sample with that comes first, then the one with the
 * id, then a deleted one with the whole text.
 */
async function find(text: string, signal?: AbortSignal): Promise<Found> {
  const findText = async (searchedText: string): Promise<Found> => {
    const found = await call(findApi.find, { query: { query: searchedText } }, signal ? { signal } : {})
    return { ...found, searchedText }
  }
  const identifier = extractIdentifier(text)
  const whole = identifier !== text && text.length <= maxTubeIdLength ? await findText(text) : undefined
  if (whole?.exactSampleId) return whole
  const found = await findText(identifier)
  return whole?.deleted && !found.exactSampleId ? whole : found
}

export const findQuery = (text: string) =>
  queryOptions({
    queryKey: ['find', text] as const,
    queryFn: ({ signal }) => find(text, signal),
    staleTime: hitsStaleMs,
    gcTime: minuteMs,
    retry: false,
  })

/** Fetches the hits of a text, unless they have just arrived. */
export async function findFresh(queryClient: QueryClient, text: string): Promise<Found> {
  const known = queryClient.getQueryState(findQuery(text).queryKey)
  if (known?.data && known.dataUpdatedAt > Date.now() - hitsStaleMs) return known.data
  return await find(text)
}
