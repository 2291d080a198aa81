import type { RequestOf } from '@lims/contract/endpoint.ts'
import { stockTakesApi } from '@lims/contract/stock-takes.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { freezerWorkKeys } from '../freezer-work/freezer-work-keys.ts'

type ListFilter = RequestOf<typeof stockTakesApi.list>['query']

const stockTakeKeys = {
  all: [...freezerWorkKeys.all, 'stock-takes'] as const,
  one: (id: string) => [...stockTakeKeys.all, 'one', id] as const,
}

/** A stock-take with its boxes. */
export const stockTakeQuery = (id: string) =>
  queryOptions({
    queryKey: stockTakeKeys.one(id),
    queryFn: ({ signal }) => call(stockTakesApi.get, { query: { id } }, { signal }),
  })

/** A page of the stock-takes, the open ones first. */
export const stockTakeListQuery = (filter: ListFilter) =>
  queryOptions({
    queryKey: [...stockTakeKeys.all, 'list', filter] as const,
    queryFn: ({ signal }) => call(stockTakesApi.list, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The first thousand differences of a stock-take. */
export const differencesQuery = (id: string) =>
  queryOptions({
    queryKey: [...stockTakeKeys.one(id), 'differences'] as const,
    queryFn: ({ signal }) => call(stockTakesApi.differences, { query: { id, pageSize: 1000 } }, { signal }),
  })
