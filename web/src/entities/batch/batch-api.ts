import { type BatchListQuery, batchesApi } from '@lims/contract/batches.ts'
import { defaultPageSize } from '@lims/contract/paging.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export type BatchFilter = {
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

/** A page of batches. The old rows stay while the next ones load. */
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
    meta: { handlesErrors: true },
  })

const choicesPerSearch = 100

/** Batches to choose from, the newest first. */
export const batchChoicesQuery = (query?: string) =>
  queryOptions({
    queryKey: [...batchKeys.all, 'choices', query] as const,
    queryFn: ({ signal }) =>
      call(batchesApi.search, { query: { pageSize: choicesPerSearch, query } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorTitle: 'Error fetching batches' },
  })

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: batchKeys.one(id),
    queryFn: async ({ signal }) => (await call(batchesApi.get, { query: { id } }, { signal })).batch,
    meta: { handlesErrors: true },
  })
