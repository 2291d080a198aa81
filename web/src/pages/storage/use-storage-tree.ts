import type { Storage } from '@lims/contract/storage.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { storageChildrenQuery } from '../../entities/storage/storage-api.ts'
import type { StorageRow } from './storage-columns.tsx'

/** The rows below some tops, fetched level by level as they are opened. */
export function useStorageTree(tops: readonly Storage[]) {
  const [opened, setOpened] = useState<readonly number[]>([])
  const below = useQueries({
    queries: opened.map((id) => storageChildrenQuery(id)),
    combine: (results) => new Map(results.map(({ data }, index) => [opened[index], data])),
  })

  /** A row that has something inside carries a list, empty until it is opened. Boxes hold samples, not storages. */
  const withChildren = (row: Omit<StorageRow, 'children'>): StorageRow =>
    row.type === 'BOX' || row.occupied === 0
      ? row
      : { ...row, children: (below.get(row.id) ?? []).map(withChildren) }

  return {
    rows: tops.map(withChildren),
    opened,
    toggle: (id: number, isOpen: boolean) =>
      setOpened((before) => (isOpen ? [...before, id] : before.filter((one) => one !== id))),
  }
}
