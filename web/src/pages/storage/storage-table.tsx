import { maxUsagePerRequest } from '@lims/contract/storage.ts'
import { useQueries } from '@tanstack/react-query'
import { Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { tubeUsageQuery } from '../../entities/storage/storage-api.ts'
import { emptyRows } from '../../ui/empty-rows.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { tablePages } from '../../ui/table-pages.ts'
import { listColumns, type StorageRow, treeColumns, type UsageById } from './storage-columns.tsx'
import styles from './storage-table.module.css'

type Sort = 'alias' | '-alias'

type Props = {
  rows: readonly StorageRow[]
  total: number
  /** From 1. */
  page: number
  pageSize: number
  sort: Sort
  onChange: (page: number, sort: Sort) => void
  onDelete: (storage: { id: number; alias: string; reason?: string | undefined }) => void
  isLoading: boolean
  empty: ReactNode
  /** For the tree: which rows are expanded. */
  tree?: NonNullable<TableProps<StorageRow>['expandable']>
}

/** One page of storages, as a list or as a tree. */
export function StorageTable({
  rows,
  total,
  page,
  pageSize,
  sort,
  isLoading,
  empty,
  tree,
  ...handlers
}: Props) {
  const { onChange, onDelete } = handlers
  const usage = useTubeUsage(rows)
  return (
    <TableCard>
      <Table
        rowKey="id"
        rootClassName={styles.table ?? ''}
        columns={(tree ? treeColumns : listColumns)({ sort, onDelete, usage })}
        dataSource={[...rows]}
        {...(tree && { expandable: tree })}
        loading={isLoading}
        locale={{
          emptyText: emptyRows({ isLoading, total, onFirst: () => onChange(1, sort), empty }),
        }}
        pagination={{ current: page, total, pageSize, ...tablePages }}
        onChange={({ current = 1 }, _filters, sorter, { action }) => {
          const isDescending = !Array.isArray(sorter) && sorter.order === 'descend'
          onChange(action === 'sort' ? 1 : current, isDescending ? '-alias' : 'alias')
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
