import { type DeletedSample, type DeletionListQuery, deletionsApi } from '@lims/contract/deletions.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import { batchKeys } from '../batch/batch-api.ts'
import { sampleKeys } from '../sample/sample-api.ts'
import { refetchPlaces } from '../storage/use-refresh-places.ts'

/** Returns the deletion of the sample with this id or tube ID; null if none was deleted. */
export async function findDeletedSample(code: string, signal?: AbortSignal): Promise<DeletedSample | null> {
  const { deletion } = await call(deletionsApi.find, { query: { code } }, signal ? { signal } : {})
  return deletion
}

export const deletedSampleQuery = (id: string) =>
  queryOptions({
    queryKey: [...sampleKeys.all, 'deleted', id] as const,
    queryFn: ({ signal }) => findDeletedSample(id, signal),
    staleTime: 0,
  })

export const deletionKeys = { all: ['deletions'] as const }

/** A page of the deletions of the last 90 days. The previous rows stay visible while the next page loads. */
export const recentDeletionsQuery = (query: Partial<DeletionListQuery>) =>
  queryOptions({
    queryKey: [...deletionKeys.all, query] as const,
    queryFn: ({ signal }) => call(deletionsApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Fetches again what shows samples, batches, storages and deletions, after a deletion or its undo. */
export const refetchAfterDeletion = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([
    refetchPlaces(queryClient),
    queryClient.invalidateQueries({ queryKey: batchKeys.all }),
    queryClient.invalidateQueries({ queryKey: deletionKeys.all }),
  ])

/** 'Bo Chen deleted it on 21 Nov 2026, 14:02.' */
export const describeDeletion = ({ deletedByName, deletedAt, deletedWith }: DeletedSample): string =>
  `${deletedByName} deleted ${deletedWith === 'batch' ? 'its batch' : 'it'} on ${formatInstant(deletedAt)}.`

/** What undoing a deletion of samples brings back, as its notices call it: 'NB-1', or '3 samples' if it removed several. */
export const restoredSamples = ({ name, numSamples }: { name: string; numSamples: number }) =>
  numSamples > 1 ? { name: formatCount(numSamples, 'sample'), isPlural: true } : { name }
