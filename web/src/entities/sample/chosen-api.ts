import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { sampleKeys } from './sample-api.ts'

export const fetchChosen = async (sampleIds: readonly string[], signal?: AbortSignal) =>
  (await call(sampleBulkApi.chosen, { body: { sampleIds: [...sampleIds] } }, signal ? { signal } : {}))
    .samples

/** Chosen samples as they are now, for a dialog that changes them: never from the cache. */
export const chosenQuery = (sampleIds: readonly string[]) =>
  queryOptions({
    queryKey: [...sampleKeys.all, 'chosen', sampleIds],
    queryFn: ({ signal }) => fetchChosen(sampleIds, signal),
    staleTime: 0,
    gcTime: 0,
  })
