import type { ListedBatch } from '@lims/contract/batches.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { QueryError } from '../../api/query-error.tsx'
import { batchListQuery } from '../../entities/batch/batch-api.ts'
import { useDeniedProps, useMay } from '../../entities/session/use-may.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './batch-list-screen.module.css'
import { BatchTable } from './batch-table.tsx'
import { DeleteBatchDialog } from './lazy-delete-batch-dialog.ts'

export function BatchListScreen() {
  const { page = 1, query, sort = 'newest' } = useSearch({ from: '/signed-in/batches' })
  const navigate = useNavigate({ from: '/batches' })
  const batches = useQuery(batchListQuery({ page, query, sort }))
  const [toDelete, setToDelete] = useState<ListedBatch>()
  const refocus = useRef<() => void>(undefined)
  const total = batches.data?.totalBatches ?? 0

  return (
    <>
      <PageHeader
        title="Batches"
        tag={
          batches.data && (
            <span role="status" className="numbers muted">
              {formatCount(total, 'batch', 'batches')}
            </span>
          )
        }
        actions={<CreateButtons />}
      />
      <search className={styles.search}>
        <SearchField
          label="Search by name"
          value={query}
          onSearch={(text) =>
            navigate({
              search: ({ page: _first, ...before }) => ({ ...before, query: text }),
              // Continued typing replaces the history entry, so that Back does not go letter by letter.
              replace: query !== undefined,
            })
          }
        />
      </search>
      {batches.isLoadingError ? (
        <QueryError title="The batches could not be loaded" query={batches} />
      ) : (
        <BatchTable
          query={batches}
          rows={batches.data?.batches}
          total={total}
          page={page}
          sort={sort}
          onPage={(next) => navigate({ search: (before) => ({ ...before, page: next }) })}
          onSort={(next) => navigate({ search: (before) => ({ ...before, page: 1, sort: next }) })}
          onDelete={(batch, refocusWhenGone) => {
            refocus.current = refocusWhenGone
            setToDelete(batch)
          }}
          empty={query === undefined ? <NoBatches /> : <NoMatch onClear={() => navigate({ search: {} })} />}
        />
      )}
      <DeleteBatchDialog
        isOpen={toDelete !== undefined}
        batch={toDelete}
        onClose={() => setToDelete(undefined)}
        afterClose={() => refocus.current?.()}
      />
    </>
  )
}

function CreateButtons() {
  const denied = useDeniedProps('batch.create')
  return (
    <>
      <LinkButton {...denied} to="/batches/create">
        Create Batch
      </LinkButton>
      <LinkButton {...denied} to="/batches/create-patient" color="primary" variant="solid">
        Create Patient Batch
      </LinkButton>
    </>
  )
}

function NoBatches() {
  const mayCreate = useMay('batch.create')
  const create = mayCreate && <Link to="/batches/create-patient">Create one</Link>
  return <EmptyState text="No batches yet." action={create} />
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      text="No batch matches this search."
      action={<Button onClick={onClear}>Show all batches</Button>}
    />
  )
}
