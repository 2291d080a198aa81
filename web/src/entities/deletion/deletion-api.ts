import { type DeletedSample, deletionsApi } from '@lims/contract/deletions.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import { sampleKeys } from '../sample/sample-api.ts'

/** The deletion that took the sample with this id or tube id; null when none did. */
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

/** 'Bo Chen deleted it on 21 Nov 2026, 14:02.' */
export const deletionInWords = ({ deletedByName, deletedAt, deletedWith }: DeletedSample): string =>
  `${deletedByName} deleted ${deletedWith === 'batch' ? 'its batch' : 'it'} on ${formatInstant(deletedAt)}.`
