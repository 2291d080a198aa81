import { type FindReply, findApi } from '@lims/contract/find.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** How long the hits of a text stay valid. */
export const hitsStaleMs = 5000

/** Fetches a few samples, subjects, batches and storages that match the text. */
export const find = (text: string, signal?: AbortSignal): Promise<FindReply> =>
  call(findApi.find, { query: { query: text } }, signal ? { signal } : {})

export const findQuery = (text: string) =>
  queryOptions({
    queryKey: ['find', text] as const,
    queryFn: ({ signal }) => find(text, signal),
    staleTime: hitsStaleMs,
    gcTime: 60_000,
    retry: false,
    meta: { handlesErrors: true },
  })
