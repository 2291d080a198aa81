import { statsApi } from '@lims/contract/stats.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const refetchIntervalMs = 30_000

export const statsKeys = {
  all: ['stats'] as const,
  overview: (weekStart: string) => [...statsKeys.all, 'overview', weekStart] as const,
  freezers: () => [...statsKeys.all, 'freezers'] as const,
  activity: () => [...statsKeys.all, 'activity'] as const,
}

/** The counts of samples. `weekStart` is the start of the current week in the reader's time zone. */
export const overviewQuery = (weekStart: string) =>
  queryOptions({
    queryKey: statsKeys.overview(weekStart),
    queryFn: ({ signal }) => call(statsApi.overview, { query: { weekStart } }, { signal }),
    refetchInterval: refetchIntervalMs,
    meta: { handlesErrors: true },
  })

export const freezersQuery = queryOptions({
  queryKey: statsKeys.freezers(),
  queryFn: ({ signal }) => call(statsApi.freezers, {}, { signal }),
  refetchInterval: refetchIntervalMs,
  meta: { handlesErrors: true },
})

export const activityQuery = queryOptions({
  queryKey: statsKeys.activity(),
  queryFn: async ({ signal }) => (await call(statsApi.activity, {}, { signal })).activities,
  refetchInterval: refetchIntervalMs,
  meta: { handlesErrors: true },
})
