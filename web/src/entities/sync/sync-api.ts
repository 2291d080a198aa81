import { type SyncStatus, syncApi } from '@lims/contract/sync.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const intervalMs = 30_000
/** While a scan runs. */
const runningIntervalMs = 2000

export const syncKeys = { status: ['sync', 'status'] as const }

const refetchIntervalOf = (status: SyncStatus | undefined) =>
  status?.isRunning ? runningIntervalMs : intervalMs

export const syncStatusQuery = queryOptions({
  queryKey: syncKeys.status,
  queryFn: ({ signal }) => call(syncApi.status, {}, { signal }),
  refetchInterval: ({ state }) => refetchIntervalOf(state.data),
})
