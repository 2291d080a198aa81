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

/** Leaves out storages above: a list that is fetched again at present may have them, if they were moved. */
const notIn = <R extends Row>(path: readonly number[], rows: readonly R[]) =>
  rows.filter(({ id }) => !path.includes(id))

/** The storages as a tree. Each level is fetched when it is expanded. */
export function StorageTree({ rows: topLevel, ...tableProps }: Props) {
  const [expanded, setExpanded] = useState<readonly number[]>([])
  const queryClient = useQueryClient()
  const fetchedChildren = (id: number) => queryClient.getQueryData(storageChildrenQuery(id).queryKey) ?? []
  const isOpen = (row: Row) => canExpand(row) && expanded.includes(row.id)
  // Only of the rows that are shown: a deleted storage would be fetched again and again.
  const openRows = (rows: readonly Row[], above: readonly number[] = []): Row[] =>
    rows.filter(isOpen).flatMap((row) => {
      const path = [...above, row.id]
      return [row, ...openRows(notIn(path, fetchedChildren(row.id)), path)]
    })
  const shown = openRows(topLevel)
  const childrenById = useQueries({
    queries: shown.map(({ id }) => storageChildrenQuery(id)),
    combine: (results) => new Map(results.map(({ data }, index) => [shown[index]?.id, data])),
  })

  /** A row that can be expanded has a list of children, empty until they are fetched. */
  function withChildren(row: Row, above: readonly number[] = []): StorageRow {
    if (!canExpand(row)) return row
    const path = [...above, row.id]
    const children = notIn(path, childrenById.get(row.id) ?? [])
    return { ...row, children: children.map((child) => withChildren(child, path)) }
  }

  return (
    <StorageTable
      {...tableProps}
      rows={topLevel.map((row) => withChildren(row))}
      tree={{
        expandedRowKeys: [...expanded],
        onExpand: (isExpanded, { id }) =>
          setExpanded((before) => (isExpanded ? [...before, id] : before.filter((other) => other !== id))),
        indentSize: 22,
      }}
    />
  )
}
