import { maxUsagePerRequest } from '@lims/contract/storage.ts'
import { useQueries } from '@tanstack/react-query'
import type { TableProps } from 'antd'
import { tubeUsageQuery } from '../../entities/storage/storage-api.ts'
import { PagedTable, type PagedTableProps } from '../../ui/paged-table.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { listColumns, type StorageRow, treeColumns, type UsageById } from './storage-columns.tsx'
import styles from './storage-table.module.css'

type Sort = 'alias' | '-alias'

type Props = Pick<
  PagedTableProps<StorageRow>,
  'query' | 'total' | 'page' | 'pageSize' | 'onPage' | 'empty'
> & {
  rows: readonly StorageRow[]
  sort: Sort
  /** Leads to the first page. */
  onSort: (sort: Sort) => void
  onDelete: (storage: { id: number; alias: string; reason?: string | undefined }) => void
  /** For the tree: which rows are expanded. */
  tree?: NonNullable<TableProps<StorageRow>['expandable']>
}

/** One page of storages, as a list or as a tree. */
export function StorageTable({ rows, sort, onSort, onDelete, tree, ...pages }: Props) {
  const usage = useTubeUsage(rows)
  return (
    <TableCard>
      <PagedTable
        {...pages}
        rowKey="id"
        rootClassName={styles.table ?? ''}
        columns={(tree ? treeColumns : listColumns)({ sort, onDelete, usage })}
        rows={rows}
        {...(tree && { expandable: tree })}
        onChange={(_page, _filters, sorter, { action }) => {
          const isDescending = !Array.isArray(sorter) && sorter.order === 'descend'
          if (action === 'sort') onSort(isDescending ? '-alias' : 'alias')
        }}
      />
    </TableCard>
  )
}

/** The usage of all rows that are shown and hold other storages. A box counts its own cells. */
function useTubeUsage(rows: readonly StorageRow[]): UsageById {
  return useQueries({
    queries: listSiblings(rows).flatMap(inChunks).map(tubeUsageQuery),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data ?? []).map((usage) => [usage.id, usage] as const))),
  })
}

/** Ids of storages that hold other storages, one list per parent: expanding a row adds a request and changes none. */
function listSiblings(rows: readonly StorageRow[]): number[][] {
  const holders = rows.filter(({ type }) => type !== 'BOX')
  return [holders.map(({ id }) => id), ...holders.flatMap(({ children = [] }) => listSiblings(children))]
}

const inChunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / maxUsagePerRequest) }, (_, index) =>
    ids.slice(index * maxUsagePerRequest, (index + 1) * maxUsagePerRequest),
  )
