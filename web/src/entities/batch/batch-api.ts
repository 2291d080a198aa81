import { type BatchDetails, type BatchListQuery, batchesApi } from '@lims/contract/batches.ts'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { defaultPageSize } from '@lims/contract/paging.ts'
import { receivableStatuses, type SampleStatus } from '@lims/contract/sample-status.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

type BatchFilter = {
  /** From 1. */
  page: number
  query: string | undefined
  sort: BatchListQuery['sort']
}

export const batchKeys = {
  all: ['batches'] as const,
  list: (filter: BatchFilter) => [...batchKeys.all, 'list', filter] as const,
  one: (id: string) => [...batchKeys.all, 'one', id] as const,
}

/** A page of batches. The previous rows stay visible while the next page loads. */
export const batchListQuery = (filter: BatchFilter) =>
  queryOptions({
    queryKey: batchKeys.list(filter),
    queryFn: ({ signal }) => {
      const { page, query, sort } = filter
      return call(
        batchesApi.search,
        { query: { pageNumber: page - 1, pageSize: defaultPageSize, query, sort } },
        { signal },
      )
    },
    placeholderData: keepPreviousData,
  })

const maxChoices = 100

/** Batches to choose from, the newest first. */
export const batchChoicesQuery = (query?: string) =>
  queryOptions({
    queryKey: [...batchKeys.all, 'choices', query] as const,
    queryFn: ({ signal }) => call(batchesApi.search, { query: { pageSize: maxChoices, query } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorTitle: 'Error fetching batches' },
  })

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: batchKeys.one(id),
    queryFn: async ({ signal }) => (await call(batchesApi.get, { query: { id } }, { signal })).batch,
  })

/** '1,234'; 'N/A' if the count is unknown. */
export const formatSampleCount = (count: number | null | undefined): string =>
  count === null || count === undefined ? 'N/A' : formatNumber(count)

/** '31 samples and 60 children' */
export function formatSamplesAndChildren({
  numSamples,
  children,
}: Pick<BatchDetails, 'numSamples' | 'children'>): string {
  const samples = formatCount(numSamples - (children?.total ?? 0), 'sample')
  return children ? `${samples} and ${formatCount(children.total, 'child', 'children')}` : samples
}

type Counts = Pick<BatchDetails, 'numSamples' | 'byStatus' | 'children'>

/**
 * Returns how many samples of a batch have a status. Children are left out of the statuses of samples that have not
 * arrived: they are made in the laboratory.
 */
export function countInStatus(batch: Omit<Counts, 'numSamples'>, status: SampleStatus): number {
  const count = batch.byStatus[status] ?? 0
  const numChildren = batch.children?.byStatus[status] ?? 0
  return receivableStatuses.includes(status) ? count - numChildren : count
}

/**
 * Returns how many samples of a batch have arrived, which are those that can no longer be received, and of how many.
 * Children are not counted.
 */
export function countArrived(batch: Counts) {
  const toReceive = receivableStatuses.reduce((sum, status) => sum + countInStatus(batch, status), 0)
  const total = batch.numSamples - (batch.children?.total ?? 0)
  return { arrived: total - toReceive, total }
}
