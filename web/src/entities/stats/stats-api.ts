import { statsApi } from '@lims/contract/stats.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const refreshMs = 30_000

export const statsKeys = {
  all: ['stats'] as const,
  overview: (weekStart: string) => [...statsKeys.all, 'overview', weekStart] as const,
  freezers: () => [...statsKeys.all, 'freezers'] as const,
  activity: () => [...statsKeys.all, 'activity'] as const,
}

/** What is counted of samples; `weekStart` is when the present week began for the reader. */
export const overviewQuery = (weekStart: string) =>
  queryOptions({
    queryKey: statsKeys.overview(weekStart),
    queryFn: ({ signal }) => call(statsApi.overview, { query: { weekStart } }, { signal }),
    refetchInterval: refreshMs,
    meta: { handlesErrors: true },
  })

export const freezersQuery = queryOptions({
  queryKey: statsKeys.freezers(),
  queryFn: ({ signal }) => call(statsApi.freezers, {}, { signal }),
  refetchInterval: refreshMs,
  meta: { handlesErrors: true },
})

export const activityQuery = queryOptions({
  queryKey: statsKeys.activity(),
  queryFn: async ({ signal }) => (await call(statsApi.activity, {}, { signal })).activities,
  refetchInterval: refreshMs,
  meta: { handlesErrors: true },
})
