import type { Storage } from '@lims/contract/storage.ts'
import type { ComponentProps } from 'react'
import { StorageTable } from './storage-table.tsx'
import { useStorageTree } from './use-storage-tree.ts'

type Props = Omit<ComponentProps<typeof StorageTable>, 'rows' | 'tree'> & { rows: readonly Storage[] }

/** Storages below the ones that hold them; each level is fetched when it is opened. */
export function StorageTree({ rows: tops, ...rest }: Props) {
  const { rows, opened, toggle } = useStorageTree(tops)
  return (
    <StorageTable
      {...rest}
      rows={rows}
      tree={{
        expandedRowKeys: [...opened],
        onExpand: (isOpen, { id }) => toggle(id, isOpen),
        indentSize: 22,
      }}
    />
  )
}
