import type { Storage } from '@lims/contract/storage.ts'
import { StorageLink } from '../../entities/storage/storage-link.tsx'
import { formatStorageType } from '../../entities/storage/storage-text.ts'
import { DetailTable } from '../../ui/detail-table.tsx'
import { formatInstant } from '../../ui/format-instant.ts'
import { Mono } from '../../ui/mono.tsx'
import { nominalRows } from './nominal-rows.ts'

/** The Details tab: all fields of a storage. */
export function StorageRecord({ storage }: { storage: Storage }) {
  const { parentID, metadata } = storage
  return (
    <DetailTable
      label="Storage"
      rows={[
        { label: 'ID', value: <Mono>{storage.id}</Mono> },
        { label: 'Alias', value: storage.alias },
        { label: 'Type', value: formatStorageType(storage.type) },
        { label: 'Total Capacity', value: storage.capacity },
        { label: 'Rows', value: storage.numberRows },
        { label: 'Columns', value: storage.numberColumns },
        { label: 'Row Prefix', value: <Mono>{storage.rowPrefix}</Mono> },
        { label: 'Column Prefix', value: <Mono>{storage.columnPrefix}</Mono> },
        ...nominalRows(storage),
        { label: 'Parent ID', value: parentID && <StorageLink id={parentID} alias={`${parentID}`} /> },
        { label: 'Created', value: formatInstant(metadata.createdAt) },
        { label: 'Updated', value: formatInstant(metadata.updatedAt) },
      ]}
    />
  )
}
