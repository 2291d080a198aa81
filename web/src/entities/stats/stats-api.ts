import { statsApi } from '@lims/contract/stats.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const refetchIntervalMs = 30_000

export const statsKeys = {
  all: ['stats'] as const,
  overview: (weekBounds: string) => [...statsKeys.all, 'overview', weekBounds] as const,
  freezers: () => [...statsKeys.all, 'freezers'] as const,
  activity: () => [...statsKeys.all, 'activity'] as const,
}

/** The counts of samples. `weekBounds` are the starts of the weeks in the laboratory, and the end of the last. */
export const overviewQuery = (weekBounds: string) =>
  queryOptions({
    queryKey: statsKeys.overview(weekBounds),
    queryFn: ({ signal }) => call(statsApi.overview, { query: { weekBounds } }, { signal }),
    refetchInterval: refetchIntervalMs,
  })

export const freezersQuery = queryOptions({
  queryKey: statsKeys.freezers(),
  queryFn: ({ signal }) => call(statsApi.freezers, {}, { signal }),
  refetchInterval: refetchIntervalMs,
})

export const activityQuery = queryOptions({
  queryKey: statsKeys.activity(),
  queryFn: async ({ signal }) => (await call(statsApi.activity, {}, { signal })).activities,
  refetchInterval: refetchIntervalMs,
})
