import { formatCount } from '@lims/contract/format-count.ts'
import { defaultPageSize } from '@lims/contract/paging.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Segmented } from 'antd'
import { call } from '../../api/call.ts'
import { QueryError } from '../../api/query-error.tsx'
import { reasonBody, useDelete } from '../../entities/deletion/use-delete.ts'
import { useDeniedProps, useMay } from '../../entities/session/use-may.ts'
import { storageListQuery } from '../../entities/storage/storage-api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { AddStoragesButton } from './series/creation-buttons.tsx'
import styles from './storage-list-screen.module.css'
import { StorageTable } from './storage-table.tsx'
import { StorageTree } from './storage-tree.tsx'

const topLevelPageSize = 50
const views = [
  { value: 'list', label: 'List' },
  { value: 'tree', label: 'Tree' },
] as const

export function StorageListScreen() {
  const { page = 1, query, sort = 'alias', view = 'list' } = useSearch({ from: '/signed-in/storage' })
  const navigate = useNavigate({ from: '/storage' })
  const remove = useDeleteStorage()
  const creating = useDeniedProps('storage.edit')
  // A search looks at all levels, so its matches are shown as a list.
  const isTree = view === 'tree' && query === undefined
  const pageSize = isTree ? topLevelPageSize : defaultPageSize
  const storages = useQuery({
    ...storageListQuery({ isTop: isTree, pageNumber: page - 1, pageSize, query, sort }),
    // Others may have changed the storages: the cached page is shown and fetched again.
    refetchOnMount: 'always',
  })
  const total = storages.data?.totalStorages ?? 0
  const count = `${formatCount(total, 'storage')}${isTree ? ' at the top level' : ''}`
  const Rows = isTree ? StorageTree : StorageTable

  return (
    <>
      <PageHeader
        title="Storage"
        tag={
          <span role="status" className="numbers muted">
            {storages.data && count}
          </span>
        }
        actions={
          <>
            <AddStoragesButton parentId={0} />
            <LinkButton {...creating} to="/storage/create" color="primary" variant="solid">
              Create Storage
            </LinkButton>
          </>
        }
      />
      <div className={styles.tools}>
        <search>
          <SearchField
            label="Search by name"
            value={query}
            onSearch={(text) =>
              navigate({
                search: ({ page: _, ...before }) => ({ ...before, query: text }),
                // One step back in the browser leaves the search, however many letters were typed.
                replace: query !== undefined,
              })
            }
          />
        </search>
        <Segmented
          aria-label="Show as"
          value={view}
          options={[...views]}
          onChange={(chosen) =>
            navigate({ search: ({ page: _, ...before }) => ({ ...before, view: chosen }) })
          }
        />
      </div>
      {storages.isLoadingError ? (
        <QueryError title="The storages could not be loaded" query={storages} />
      ) : (
        <Rows
          query={storages}
          rows={storages.data?.storages ?? []}
          total={total}
          page={page}
          pageSize={pageSize}
          sort={sort}
          onPage={(next) => navigate({ search: (before) => ({ ...before, page: next }) })}
          onSort={(next) => navigate({ search: (before) => ({ ...before, page: 1, sort: next }) })}
          onDelete={remove.mutate}
          empty={
            query === undefined ? (
              <NoStorageYet />
            ) : (
              <NoMatch onClear={() => navigate({ search: { view } })} />
            )
          }
        />
      )}
    </>
  )
}

function NoStorageYet() {
  const mayCreate = useMay('storage.edit')
  const create = mayCreate && <Link to="/storage/create">Create a freezer</Link>
  return (
    <EmptyState
      text="No storage yet. Begin with a freezer; shelves, racks and boxes go into it."
      action={create}
    />
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      text="No storage of that name."
      action={<Button onClick={onClear}>Show all storages</Button>}
    />
  )
}

const useDeleteStorage = () =>
  useDelete({
    deleteRecord: ({ id, reason }: { id: number; alias: string; reason?: string | undefined }, options) =>
      call(storageApi.delete, { query: { id }, ...reasonBody(reason) }, options),
    nameOf: ({ alias }) => alias,
    titleOf: ({ alias }) => `${alias} deleted`,
    errorTitle: 'The storage could not be deleted',
  })
