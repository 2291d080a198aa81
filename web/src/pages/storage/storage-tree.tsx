import type { Storage } from '@lims/contract/storage.ts'
import { useQueries } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { storageChildrenQuery } from '../../entities/storage/storage-api.ts'
import type { StorageRow } from './storage-columns.tsx'
import { StorageTable } from './storage-table.tsx'

type Props = Omit<ComponentProps<typeof StorageTable>, 'rows' | 'tree'> & { rows: readonly Storage[] }

/** The storages as a tree. Each level is fetched when it is expanded. */
export function StorageTree({ rows: topLevel, ...tableProps }: Props) {
  const [expanded, setExpanded] = useState<readonly number[]>([])
  const childrenById = useQueries({
    queries: expanded.map((id) => storageChildrenQuery(id)),
    combine: (results) => new Map(results.map(({ data }, index) => [expanded[index], data])),
  })

  /** A row that can be expanded has a list of children, empty until they are fetched. Boxes hold samples only. */
  const withChildren = (row: Omit<StorageRow, 'children'>): StorageRow =>
    row.type === 'BOX' || row.occupied === 0
      ? row
      : { ...row, children: (childrenById.get(row.id) ?? []).map(withChildren) }

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
