import { type SyncStatus, syncApi } from '@lims/contract/sync.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const refreshMs = 30_000
/** While a scan runs, its progress is worth more looks. */
const progressMs = 2000

export const syncKeys = { status: ['sync', 'status'] as const }

const nextLookMs = (status: SyncStatus | undefined) => (status?.isRunning ? progressMs : refreshMs)

export const syncStatusQuery = queryOptions({
  queryKey: syncKeys.status,
  queryFn: ({ signal }) => call(syncApi.status, {}, { signal }),
  refetchInterval: ({ state }) => nextLookMs(state.data),
  meta: { handlesErrors: true },
})
