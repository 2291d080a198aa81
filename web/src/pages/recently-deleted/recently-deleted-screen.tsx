import { recentDeletionDays } from '@lims/contract/deletions.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { QueryError } from '../../api/query-error.tsx'
import { recentDeletionsQuery, restoredSamples } from '../../entities/deletion/deletion-api.ts'
import { useUndoDeletion } from '../../entities/deletion/use-undo-deletion.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { DeletionTable } from './deletion-table.tsx'
import styles from './recently-deleted-screen.module.css'

const pageSize = 20

/** The samples, batches and storages that were deleted in the last 90 days, to be restored. */
export function RecentlyDeletedScreen() {
  const { page = 1, code } = useSearch({ from: '/signed-in/recently-deleted' })
  const navigate = useNavigate({ from: '/recently-deleted' })
  const deletions = useQuery(recentDeletionsQuery({ pageNumber: page - 1, pageSize, code }))
  const undo = useUndoDeletion()
  const refocus = useRef<() => void>(undefined)

  // The focus of the document: the row of the pressed button goes with other data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for the data that the table shows
  useEffect(() => refocus.current?.(), [deletions.data])

  return (
    <>
      <PageHeader
        title="Recently deleted"
        subtitle={`What was deleted in the last ${recentDeletionDays} days. Restore brings it back with its IDs, places and history.`}
      />
      <search className={styles.search}>
        <SearchField
          label="Sample ID or tube ID"
          value={code}
          onSearch={(text) => navigate({ search: { code: text }, replace: code !== undefined })}
        />
      </search>
      {deletions.isLoadingError ? (
        <QueryError title="The deletions could not be loaded" query={deletions} />
      ) : (
        <DeletionTable
          query={deletions}
          rows={deletions.data?.deletions}
          total={deletions.data?.totalDeletions}
          page={page}
          pageSize={pageSize}
          onPage={(next) => navigate({ search: (before) => ({ ...before, page: next }) })}
          onRestore={(deletion, refocusWhenGone) => {
            refocus.current = refocusWhenGone
            const { deletionId, entityType, name } = deletion
            undo.mutate({ deletionId, ...(entityType === 'sample' ? restoredSamples(deletion) : { name }) })
          }}
          restoring={undo.isPending ? undo.variables.deletionId : undefined}
          empty={
            code ? (
              <EmptyState
                text={`No deleted sample has the code '${code}'.`}
                action={<Button onClick={() => navigate({ search: {} })}>Show all deletions</Button>}
              />
            ) : (
              <EmptyState text={`Nothing was deleted in the last ${recentDeletionDays} days.`} />
            )
          }
        />
      )}
    </>
  )
}
