import type { Storage } from '@lims/contract/storage.ts'
import { allowedContents, type StorageType } from '@lims/contract/storage-type.ts'
import { useQuery } from '@tanstack/react-query'
import type { TableColumnsType } from 'antd'
import { hierarchyQuery, orphanStorageQuery } from '../../../entities/storage/storage-api.ts'
import { formatGridSize, formatOccupancy, formatStorageType } from '../../../entities/storage/storage-text.ts'
import { AssociateStep, usePickSearch } from './associate-step.tsx'
import { DemoStorages } from './demo-entries.tsx'
import type { FillStepProps } from './fill-step.ts'
import { pickedPerPage } from './pick-table.tsx'
import { useAssociateStorage } from './use-associate.ts'

const columns: TableColumnsType<Storage> = [
  { title: 'Name', key: 'name', dataIndex: 'alias' },
  { title: 'Type', key: 'type', render: (_, { type }) => formatStorageType(type) },
  { title: 'Size', key: 'size', responsive: ['sm'], render: (_, storage) => formatGridSize(storage) },
  { title: 'Occupancy', key: 'occupancy', render: (_, storage) => formatOccupancy(storage) },
]

/** The step that puts a storage without a parent into the cell. */
export function AssociateStorageStep({ storage, cell, label, onBack, onDone }: FillStepProps) {
  const search = usePickSearch<StorageType>()
  const { page, text: query, filter: type } = search
  const filter = { forStorage: storage.id, pageNumber: page - 1, pageSize: pickedPerPage, query, type }
  const orphans = useQuery(orphanStorageQuery(filter))
  const hierarchy = useQuery(hierarchyQuery(storage.id))
  const associate = useAssociateStorage()
  const types = allowedContents[storage.type].filter((held) => held !== 'SAMPLE')
  // A storage cannot be put into itself or into what it contains.
  const isSelfOrAncestor = ({ id }: Storage) =>
    hierarchy.data?.some((one) => one.id === id) ?? id === storage.id

  return (
    <AssociateStep
      search={search}
      searchLabel="Search by name"
      filterLabel="Type"
      filterChoices={types.map((value) => ({ value, label: formatStorageType(value) }))}
      list={orphans}
      rows={orphans.data?.storages}
      total={orphans.data?.totalStorages}
      columns={columns}
      nameOf={({ alias }) => alias}
      isDisabled={isSelfOrAncestor}
      emptyText="No storage matches that fits into this cell."
      failedTitle="Failed to fetch orphan storage"
      demo={<DemoStorages />}
      submitText="Associate Selected Storage"
      isSubmitting={associate.isPending}
      onSubmit={(child) => associate.mutate({ child, parent: storage, cell, label }, { onSuccess: onDone })}
      onBack={onBack}
    />
  )
}
