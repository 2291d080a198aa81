import { type DeletedSample, deletionsApi } from '@lims/contract/deletions.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import { batchKeys } from '../batch/batch-api.ts'
import { sampleKeys } from '../sample/sample-api.ts'
import { storageKeys } from '../storage/storage-api.ts'

/** Returns the deletion of the sample with this id or tube id; null if none was deleted. */
export async function findDeletedSample(code: string, signal?: AbortSignal): Promise<DeletedSample | null> {
  const { deletion } = await call(deletionsApi.find, { query: { code } }, signal ? { signal } : {})
  return deletion
}

export const deletedSampleQuery = (id: string) =>
  queryOptions({
    queryKey: [...sampleKeys.all, 'deleted', id] as const,
    queryFn: ({ signal }) => findDeletedSample(id, signal),
    staleTime: 0,
    meta: { handlesErrors: true },
  })

/** Fetches all samples, batches and storages on the page again, after a deletion or its undo. */
export const refetchAfterDeletion = (queryClient: QueryClient) =>
  Promise.all(
    [sampleKeys.all, batchKeys.all, storageKeys.all].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

/** 'Bo Chen deleted it on 21 Nov 2026, 14:02.' */
export const describeDeletion = ({ deletedByName, deletedAt, deletedWith }: DeletedSample): string =>
  `${deletedByName} deleted ${deletedWith === 'batch' ? 'its batch' : 'it'} on ${formatInstant(deletedAt)}.`
