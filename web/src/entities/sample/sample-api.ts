import type { RequestOf } from '@lims/contract/endpoint.ts'
import { maxPageSize } from '@lims/contract/paging.ts'
import type { SampleSort } from '@lims/contract/sample-sort.ts'
import type { SampleTreeReply } from '@lims/contract/sample-tree.ts'
import type { SampleListReply } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { batchKeys } from '../batch/batch-api.ts'

export const sampleKeys = {
  all: ['samples'] as const,
  one: (id: string) => [...sampleKeys.all, 'one', id] as const,
  /** The changes of custody of samples. */
  everyCustody: ['samples', 'custody'] as const,
  history: (id: string) => [...sampleKeys.all, 'history', id] as const,
}

export type TreeFilter = Omit<RequestOf<typeof samplesApi.tree>['query'], 'cursor' | 'pageSize'>

/**
 * Parents with all their children, loaded page by page on scrolling. The rest of a closed batch is left out. The
 * previous rows stay visible while a new filter loads.
 */
export const sampleTreeQuery = (filter: TreeFilter, closed: ReadonlySet<string>) =>
  infiniteQueryOptions({
    queryKey: [...sampleKeys.all, 'tree', filter] as const,
    queryFn: ({ signal, pageParam }) =>
      call(samplesApi.tree, { query: { ...filter, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ batches, nextCursor, nextBatchCursor }) =>
      closed.has(batches.at(-1)?.id ?? '') ? nextBatchCursor : nextCursor,
    placeholderData: keepPreviousData,
  })

const sortedPageSize = 200

/** Samples sorted by a column, without families, loaded page by page on scrolling. */
export const sortedSamplesQuery = (filter: TreeFilter, sort: SampleSort) =>
  infiniteQueryOptions({
    queryKey: [...sampleKeys.all, 'list', filter, { sort }] as const,
    queryFn: ({ signal, pageParam }) =>
      call(
        samplesApi.search,
        { query: { ...filter, sort, pageNumber: pageParam, pageSize: sortedPageSize } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ samples }, _all, pageNumber) =>
      samples.length < sortedPageSize ? undefined : pageNumber + 1,
    placeholderData: keepPreviousData,
  })

/** How many samples are printed on paper at once: some 130 sheets. */
export const maxPrintedSamples = 5000

/** Fetches all families that match. Stops after a page that says that more than `limit` samples match. */
export async function fetchWholeTree(filter: TreeFilter, limit: number): Promise<SampleTreeReply[]> {
  const pages: SampleTreeReply[] = []
  let cursor: string | undefined
  do {
    const page: SampleTreeReply = await call(samplesApi.tree, {
      query: { ...filter, cursor, pageSize: maxPageSize },
    })
    pages.push(page)
    cursor = page.totalSamples > limit ? undefined : page.nextCursor
  } while (cursor !== undefined)
  return pages
}

/** How often all pages are read because others have moved samples between them. */
const maxReads = 5

/**
 * Fetches all samples that match, sorted. Stops after a page that says that more than `limit` match. A sample that
 * others have moved to a page that was read before is on none: then all are read again.
 */
export async function fetchAllSorted(
  filter: TreeFilter,
  sort: SampleSort,
  limit: number,
): Promise<SampleListReply[]> {
  for (let read = 1; ; read++) {
    const pages = await fetchSortedPages(filter, sort, limit)
    const ids = new Set(pages.flatMap(({ samples }) => samples.map(({ id }) => id)))
    const total = pages.at(-1)?.totalSamples ?? 0
    if (pages.length === 1 || total > limit || ids.size === total || read === maxReads) return pages
  }
}

async function fetchSortedPages(
  filter: TreeFilter,
  sort: SampleSort,
  limit: number,
): Promise<SampleListReply[]> {
  const pages: SampleListReply[] = []
  for (;;) {
    const query = { ...filter, sort, pageNumber: pages.length, pageSize: maxPageSize }
    const page = await call(samplesApi.search, { query })
    pages.push(page)
    if (page.samples.length < maxPageSize || page.totalSamples > limit) return pages
  }
}

export const sampleInfoQuery = (id: string) =>
  queryOptions({
    queryKey: [...sampleKeys.all, 'info', id] as const,
    queryFn: ({ signal }) => call(samplesApi.info, { query: { id } }, { signal }),
  })

export const subjectQuery = (id: string) =>
  queryOptions({
    queryKey: [...sampleKeys.all, 'subject', id] as const,
    queryFn: ({ signal }) => call(samplesApi.subject, { query: { sampleId: id } }, { signal }),
    meta: { errorTitle: 'The subject could not be looked up' },
  })

export const sampleQuery = (id: string) =>
  queryOptions({
    queryKey: sampleKeys.one(id),
    queryFn: async ({ signal }) => (await call(samplesApi.get, { query: { id } }, { signal })).sample,
  })

export const sampleHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: sampleKeys.history(id),
    queryFn: async ({ signal }) =>
      (await call(samplesApi.history, { query: { sampleId: id } }, { signal })).events,
  })

/** Fetches samples again, and batches, which count them. Resolves when both are up to date. */
export const refetchSamples = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([sampleKeys.all, batchKeys.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
