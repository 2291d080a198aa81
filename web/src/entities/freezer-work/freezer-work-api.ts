import { minuteMs } from '@lims/contract/durations.ts'
import { freezerWorkApi } from '@lims/contract/freezer-work.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { freezerWorkKeys } from './freezer-work-keys.ts'

/** Alarms come from the clock too: a logger that is silent sends no message. */
const refetchMs = minuteMs

export const openWorkQuery = queryOptions({
  queryKey: freezerWorkKeys.open,
  queryFn: ({ signal }) => call(freezerWorkApi.open, {}, { signal }),
  refetchInterval: refetchMs,
})
