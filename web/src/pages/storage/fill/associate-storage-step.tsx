import type { Storage } from '@lims/contract/storage.ts'
import { allowedContents, type StorageType } from '@lims/contract/storage-type.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { textOfFailure } from '../../../api/call-error.ts'
import { hierarchyQuery, orphanStorageQuery } from '../../../entities/storage/storage-api.ts'
import { formatGridSize, formatOccupancy, formatStorageType } from '../../../entities/storage/storage-text.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { DemoStorages } from './demo-entries.tsx'
import styles from './fill-position.module.css'
import type { FillStepProps } from './fill-step.ts'
import { PickTable, pickedPerPage } from './pick-table.tsx'
import { useAssociateStorage } from './use-associate.ts'

const columns: TableColumnsType<Storage> = [
  { title: 'Name', key: 'name', dataIndex: 'alias' },
  { title: 'Type', key: 'type', render: (_, { type }) => formatStorageType(type) },
  { title: 'Size', key: 'size', responsive: ['sm'], render: (_, storage) => formatGridSize(storage) },
  { title: 'Occupancy', key: 'occupancy', render: (_, storage) => formatOccupancy(storage) },
]

/** The step that puts a storage without a parent into the cell. */
export function AssociateStorageStep({ storage, cell, label, onBack, onDone }: FillStepProps) {
  const [page, setPage] = useState(1)
  const [query, setQuery] = useState<string>()
  const [type, setType] = useState<StorageType>()
  const [chosenId, setChosenId] = useState<Storage['id']>()
  const filter = { forStorage: storage.id, pageNumber: page - 1, pageSize: pickedPerPage, query, type }
  const orphans = useQuery(orphanStorageQuery(filter))
  const hierarchy = useQuery(hierarchyQuery(storage.id))
  const associate = useAssociateStorage()
  const types = allowedContents[storage.type].filter((held) => held !== 'SAMPLE')
  // A storage cannot be put into itself or into what it contains.
  const isSelfOrAncestor = ({ id }: Storage) =>
    hierarchy.data?.some((one) => one.id === id) ?? id === storage.id

  const rows = orphans.data?.storages ?? []
  // Only a visible row counts as chosen: a late search result may have removed it.
  const chosen = rows.find(({ id }) => id === chosenId)

  function changeFilter(change: () => void) {
    change()
    setPage(1)
  }

  return (
    <>
      <div className={styles.tools}>
        <SearchField
          label="Search by name"
          value={query}
          onSearch={(text) => changeFilter(() => setQuery(text))}
        />
        <Select
          aria-label="Type"
          placeholder="Type"
          allowClear
          options={types.map((value) => ({ value, label: formatStorageType(value) }))}
          value={type ?? null}
          onChange={(wanted: StorageType | undefined) => changeFilter(() => setType(wanted))}
        />
      </div>
      {orphans.isError ? (
        <>
          <LoadError
            title="Failed to fetch orphan storage"
            text={textOfFailure(orphans.error)}
            onRetry={orphans.refetch}
          />
          <DemoStorages />
        </>
      ) : (
        <PickTable
          rows={rows}
          total={orphans.data?.totalStorages ?? 0}
          page={page}
          onPage={setPage}
          columns={columns}
          chosen={chosen}
          onChoose={({ id }) => setChosenId(id)}
          nameOf={({ alias }) => alias}
          isDisabled={isSelfOrAncestor}
          isLoading={orphans.isPending || orphans.isPlaceholderData}
          empty={<EmptyState text="No storage matches that fits into this cell." />}
        />
      )}
      <div className={styles.buttons}>
        <Button onClick={onBack}>Back</Button>
        <Button
          type="primary"
          disabled={!chosen || orphans.isError}
          loading={associate.isPending}
          onClick={() =>
            chosen && associate.mutate({ child: chosen, parent: storage, cell, label }, { onSuccess: onDone })
          }
        >
          Associate Selected Storage
        </Button>
      </div>
    </>
  )
}
