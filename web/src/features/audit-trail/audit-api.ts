import { type AuditEvent, type AuditProof, auditApi } from '@lims/contract/audit-api.ts'
import type { RequestOf } from '@lims/contract/endpoint.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { callForFile } from '../../api/call-for-file.ts'
import { saveFile } from '../../api/save-file.ts'
import { useReportedMutation } from '../../api/use-reported-mutation.ts'
import { auditKeys } from '../../entities/audit/audit-keys.ts'

/** A record whose changes are listed. */
export type HistoryOf = { entityType: 'sample' | 'batch' | 'storage'; entityId: string }
type AuditFilter = Omit<RequestOf<typeof auditApi.list>['query'], 'pageNumber' | 'pageSize'>
type Page = { events: AuditEvent[]; totalEvents: number }

const historyPageSize = 50
/** A new event is sealed within a second or two. */
const refetchUntilSealedMs = 2000
const auditPageSize = 100

/** All loaded pages are fetched again, so many of them less often. */
const untilSealed = ({ state: { data } }: { state: { data?: InfiniteData<Page> | undefined } }) =>
  data?.pages[0]?.events.some(({ seal }) => seal === null) ? refetchUntilSealedMs * data.pages.length : false

const nextPage = (pageSize: number) => (page: Page, _all: unknown, pageNumber: number) =>
  page.events.length < pageSize ? undefined : pageNumber + 1

/** The events of all loaded pages. Pages overlap by the events that came between them. */
export const eventsOf = (pages: readonly Page[] | undefined): AuditEvent[] => [
  ...new Map((pages ?? []).flatMap(({ events }) => events.map((event) => [event.id, event]))).values(),
]

/** Every change of one record, the newest first, page by page. */
export const historyQuery = (of: HistoryOf) =>
  infiniteQueryOptions({
    queryKey: [...auditKeys.all, 'history', of] as const,
    queryFn: ({ signal, pageParam }) =>
      call(
        auditApi.history,
        { query: { ...of, pageNumber: pageParam, pageSize: historyPageSize } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextPage(historyPageSize),
    staleTime: 0,
    refetchInterval: untilSealed,
  })

/** The events that match the filters, the newest first, page by page. */
export const auditListQuery = (filters: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...auditKeys.all, 'list', filters] as const,
    queryFn: ({ signal, pageParam }) =>
      call(
        auditApi.list,
        { query: { ...filters, pageNumber: pageParam, pageSize: auditPageSize } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextPage(auditPageSize),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: untilSealed,
  })

/** For a page that shows how many events wait for a seal, add `refetchUntilAllSealed`. */
export const proofQuery = queryOptions({
  queryKey: [...auditKeys.all, 'proof'] as const,
  queryFn: ({ signal }) => call(auditApi.proof, {}, { signal }),
  staleTime: 0,
})

export const refetchUntilAllSealed = {
  refetchInterval: ({ state }: { state: { data?: AuditProof | undefined } }) =>
    state.data?.unsealed ? refetchUntilSealedMs : (false as const),
}

export const useVerify = () =>
  useReportedMutation({
    mutationFn: (of: Partial<HistoryOf>) => call(auditApi.verify, { body: of }),
    meta: { errorTitle: 'The audit trail could not be verified' },
  })

export const useExportEvents = () =>
  useReportedMutation({
    mutationFn: (query: RequestOf<typeof auditApi.export>['query']) =>
      callForFile(auditApi.export, { query }),
    onSuccess: saveFile,
    outlivesPage: true,
    meta: { errorTitle: 'The events could not be exported' },
  })
