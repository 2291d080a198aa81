import { defaultPageSize } from '@lims/contract/paging.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Segmented } from 'antd'
import { textOfFailure } from '../../api/call-error.ts'
import { storageListQuery } from '../../entities/storage/storage-api.ts'
import { formatCount } from '../../entities/storage/storage-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './storage-list-screen.module.css'
import { StorageTable } from './storage-table.tsx'
import { StorageTree } from './storage-tree.tsx'
import { useDeleteStorage } from './use-delete-storage.ts'

const topsPerPage = 50
const views = [
  { value: 'list', label: 'List' },
  { value: 'tree', label: 'Tree' },
] as const

export function StorageListScreen() {
  const { page = 1, query, sort = 'alias', view = 'list' } = useSearch({ from: '/signed-in/storage' })
  const navigate = useNavigate({ from: '/storage' })
  const remove = useDeleteStorage()
  // A text is looked for everywhere, so its matches stand in a list.
  const isTree = view === 'tree' && query === undefined
  const pageSize = isTree ? topsPerPage : defaultPageSize
  const storages = useQuery({
    ...storageListQuery({ isTop: isTree, pageNumber: page - 1, pageSize, query, sort }),
    // The shelf may have been changed by others: what is remembered is shown, and fetched anew.
    refetchOnMount: 'always',
  })
  const total = storages.data?.totalStorages ?? 0
  const count = `${formatCount(total, 'storage')}${isTree ? ' at the top level' : ''}`
  const Rows = isTree ? StorageTree : StorageTable

  return (
    <>
      <PageHeader
        title="Storage"
        subtitle={storages.data && <span role="status">{count}</span>}
        actions={
          <LinkButton to="/storage/create" color="primary" variant="solid">
            Create Storage
          </LinkButton>
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
                // What is typed on is one step back, not one for each letter.
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
      {storages.isError ? (
        <LoadError
          title="The storages could not be loaded"
          text={textOfFailure(storages.error)}
          onRetry={storages.refetch}
        />
      ) : (
        <Rows
          rows={storages.data?.storages ?? []}
          total={total}
          page={page}
          pageSize={pageSize}
          sort={sort}
          onChange={(nextPage, nextSort) =>
            navigate({ search: (before) => ({ ...before, page: nextPage, sort: nextSort }) })
          }
          onDelete={remove.mutate}
          isLoading={storages.isPending || storages.isPlaceholderData}
          empty={
            query === undefined ? <NoneYet /> : <NoneHere onClear={() => navigate({ search: { view } })} />
          }
        />
      )}
    </>
  )
}

function NoneYet() {
  const create = <Link to="/storage/create">Create a freezer</Link>
  return (
    <EmptyState
      text="No storage yet. Begin with a freezer; shelves, racks and boxes go into it."
      action={create}
    />
  )
}

function NoneHere({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      text="No storage of that name."
      action={<Button onClick={onClear}>Show all storages</Button>}
    />
  )
}
