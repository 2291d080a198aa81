import type { RequestOf } from '@lims/contract/endpoint.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { fetchChosen } from '../../entities/sample/chosen-api.ts'
import { sampleKeys } from '../../entities/sample/sample-api.ts'

export type MatchingFilter = RequestOf<typeof sampleBulkApi.matching>['query']

/** What a move of a tube may change: its place, its custody, and who has changed it. */
const filtersOfMoves = [
  'storageId',
  'hasPlace',
  'custody',
  'change',
] as const satisfies readonly (keyof MatchingFilter)[]

/**
 * All samples that match a filter. Since they may be many, they are fetched again only after a change, and after a move
 * only if that may change which samples match.
 */
export const matchingQuery = (filter: MatchingFilter) =>
  queryOptions({
    queryKey: [
      ...sampleKeys.all,
      filtersOfMoves.some((name) => filter[name] !== undefined) ? 'matching-by-place' : 'matching',
      filter,
    ],
    queryFn: async ({ signal }) =>
      (await call(sampleBulkApi.matching, { query: filter }, { signal })).samples,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The samples of a selection as they are now. `name` identifies the selection. */
export const selectionQuery = (name: string, sampleIds: readonly string[]) =>
  queryOptions({
    queryKey: [...sampleKeys.all, 'selection', name],
    queryFn: ({ signal }) => fetchChosen(sampleIds, signal),
    enabled: sampleIds.length > 0,
  })
