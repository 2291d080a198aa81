import { DownOutlined } from '@ant-design/icons'
import { formatTotal } from '@lims/contract/format-count.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { NextPageError, QueryError } from '../../api/query-error.tsx'
import { useLoadMore } from '../../api/use-load-more.ts'
import { auditListQuery, eventsOf, useExportEvents } from '../../features/audit-trail/audit-api.ts'
import { keepKnown } from '../../ui/address-values.ts'
import { ButtonMenu } from '../../ui/button-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditSearch } from './audit-search.ts'
import { AuditTable } from './audit-table.tsx'
import { ProofLine } from './proof-line.tsx'

/** The filters that are typed. */
const typed = ['entityId', 'from', 'to'] as const

/** The audit trail of everything, with filters that the address keeps. */
export function AuditScreen() {
  const search = useSearch({ from: '/signed-in/audit', select: keepKnown(AuditSearch) })
  const navigate = useNavigate({ from: '/audit' })
  const list = useInfiniteQuery(auditListQuery(search))
  const { loadMore, moreFailure } = useLoadMore(list)
  const events = eventsOf(list.data?.pages)
  const counted = list.data?.pages[0]
  const change = (filters: Partial<AuditSearch>) =>
    navigate({
      search: (before) => ({ ...before, ...filters }),
      // Continued typing replaces the history entry, so that Back does not go letter by letter.
      replace: typed.some((key) => key in filters && search[key] !== undefined),
    })

  return (
    <>
      <PageHeader
        title="Audit"
        tag={
          counted && (
            <span role="status" className="numbers muted">
              {formatTotal(counted.totalEvents, 'event', counted.totalIsExact ?? true)}
            </span>
          )
        }
        subtitle={<ProofLine />}
        actions={<ExportEvents search={search} />}
      />
      <AuditFilters chosen={search} events={events} onChange={change} />
      {list.isLoadingError ? (
        <QueryError title="The events could not be loaded" query={list} />
      ) : (
        <>
          <AuditTable
            events={events}
            isLoading={list.isPending || list.isPlaceholderData}
            hasMore={list.hasNextPage}
            onNearEnd={loadMore}
            empty={
              <EmptyState
                text="No event matches these filters."
                action={<Button onClick={() => navigate({ search: {} })}>Clear all filters</Button>}
              />
            }
          />
          <NextPageError title="More events could not be loaded" failure={moreFailure} onRetry={loadMore} />
        </>
      )}
    </>
  )
}

function ExportEvents({ search }: { search: AuditSearch }) {
  const download = useExportEvents()
  const items = [
    { key: 'csv', label: 'As CSV', onClick: () => download.mutate({ ...search, format: 'csv' }) },
    { key: 'jsonl', label: 'As JSON lines', onClick: () => download.mutate({ ...search, format: 'jsonl' }) },
  ]
  return (
    <ButtonMenu menu={{ items }} placement="bottomRight" disabled={download.isPending}>
      <Button loading={download.isPending} icon={<DownOutlined aria-hidden />} iconPlacement="end">
        Export
      </Button>
    </ButtonMenu>
  )
}
