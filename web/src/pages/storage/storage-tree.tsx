import type { Storage } from '@lims/contract/storage.ts'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { storageChildrenQuery } from '../../entities/storage/storage-api.ts'
import type { StorageRow } from './storage-columns.tsx'
import { StorageTable } from './storage-table.tsx'

type Row = Omit<StorageRow, 'children'>
type Props = Omit<ComponentProps<typeof StorageTable>, 'rows' | 'tree'> & { rows: readonly Storage[] }

/** Boxes hold samples only. */
const canExpand = ({ type, occupied }: Row) => type !== 'BOX' && occupied > 0

/** The storages as a tree. Each level is fetched when it is expanded. */
export function StorageTree({ rows: topLevel, ...tableProps }: Props) {
  const [expanded, setExpanded] = useState<readonly number[]>([])
  const queryClient = useQueryClient()
  const fetchedChildren = (id: number) => queryClient.getQueryData(storageChildrenQuery(id).queryKey) ?? []
  const isOpen = (row: Row) => canExpand(row) && expanded.includes(row.id)
  // Only of the rows that are shown: a deleted storage would be fetched again and again.
  const openRows = (rows: readonly Row[]): Row[] =>
    rows.filter(isOpen).flatMap((row) => [row, ...openRows(fetchedChildren(row.id))])
  const shown = openRows(topLevel)
  const childrenById = useQueries({
    queries: shown.map(({ id }) => storageChildrenQuery(id)),
    combine: (results) => new Map(results.map(({ data }, index) => [shown[index]?.id, data])),
  })

  /** A row that can be expanded has a list of children, empty until they are fetched. */
  const withChildren = (row: Row): StorageRow =>
    canExpand(row) ? { ...row, children: (childrenById.get(row.id) ?? []).map(withChildren) } : row

  return (
    <StorageTable
      {...tableProps}
      rows={topLevel.map(withChildren)}
      tree={{
        expandedRowKeys: [...expanded],
        onExpand: (isExpanded, { id }) =>
          setExpanded((before) => (isExpanded ? [...before, id] : before.filter((other) => other !== id))),
        indentSize: 22,
      }}
    />
  )
}
