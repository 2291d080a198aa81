import { type FindReply, findApi } from '@lims/contract/find.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** How long the hits of a text stay valid. */
const hitsStaleMs = 5000

/** Fetches a few samples, subjects, batches and storages that match the text. */
const find = (text: string, signal?: AbortSignal): Promise<FindReply> =>
  call(findApi.find, { query: { query: text } }, signal ? { signal } : {})

export const findQuery = (text: string) =>
  queryOptions({
    queryKey: ['find', text] as const,
    queryFn: ({ signal }) => find(text, signal),
    staleTime: hitsStaleMs,
    gcTime: 60_000,
    retry: false,
  })

/** Fetches the hits of a text, unless they have just arrived. */
export async function findFresh(queryClient: QueryClient, text: string): Promise<FindReply> {
  const known = queryClient.getQueryState(findQuery(text).queryKey)
  if (known?.data && known.dataUpdatedAt > Date.now() - hitsStaleMs) return known.data
  return await find(text)
}
