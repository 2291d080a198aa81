import { custodyApi } from '@lims/contract/custody-api.ts'
import { minuteMs } from '@lims/contract/durations.ts'
import type { RequestOf } from '@lims/contract/endpoint.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { freezerWorkKeys } from '../freezer-work/freezer-work-keys.ts'
import { refetchSamples, sampleKeys } from '../sample/sample-api.ts'
import { storageKeys } from '../storage/storage-api.ts'

type CustodyFilter = RequestOf<typeof custodyApi.list>['query']

const listKey = [...freezerWorkKeys.all, 'custody'] as const

/** Tubes become overdue by the clock, without a change. */
const refetchMs = minuteMs

/** Who holds what. The previous rows stay visible while another list loads. */
export const custodyListQuery = (filter: CustodyFilter) =>
  queryOptions({
    queryKey: [...listKey, filter],
    queryFn: ({ signal }) => call(custodyApi.list, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  })

/** Every change of custody of a sample, newest first, and the limit of freeze-thaw cycles of its type. */
export const custodyHistoryQuery = (sampleId: string) =>
  queryOptions({
    queryKey: [...sampleKeys.everyCustody, sampleId],
    queryFn: ({ signal }) => call(custodyApi.history, { query: { sampleId } }, { signal }),
  })

/** Fetches again what a change of custody touches. */
export const refetchCustody = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([
    refetchSamples(queryClient),
    queryClient.invalidateQueries({ queryKey: freezerWorkKeys.all }),
    queryClient.invalidateQueries({ queryKey: storageKeys.all }),
  ])
