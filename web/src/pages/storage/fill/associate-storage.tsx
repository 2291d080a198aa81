import type { Storage } from '@lims/contract/storage.ts'
import { allowedContents, type StorageType } from '@lims/contract/storage-type.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { textOfFailure } from '../../../api/call-error.ts'
import { hierarchyQuery, orphanStorageQuery } from '../../../entities/storage/storage-api.ts'
import { heldOf, matrixSize, typeWord } from '../../../entities/storage/storage-words.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { DemoStorages } from './demo-entries.tsx'
import styles from './fill-position.module.css'
import type { Here } from './here.ts'
import { PickTable, pickedPerPage } from './pick-table.tsx'
import { useAssociateStorage } from './use-associate.ts'

const columns: TableColumnsType<Storage> = [
  { title: 'Name', key: 'name', dataIndex: 'alias' },
  { title: 'Type', key: 'type', render: (_, { type }) => typeWord(type) },
  { title: 'Size', key: 'size', responsive: ['sm'], render: (_, storage) => matrixSize(storage) },
  { title: 'Holds', key: 'holds', render: (_, storage) => heldOf(storage) },
]

/** Puts a storage that stands in no other into the cell. */
export function AssociateStorage({ storage, cell, label, onBack, onDone }: Here) {
  const [page, setPage] = useState(1)
  const [query, setQuery] = useState<string>()
  const [type, setType] = useState<StorageType>()
  const [chosenId, setChosenId] = useState<Storage['id']>()
  const filter = { forStorage: storage.id, pageNumber: page - 1, pageSize: pickedPerPage, query, type }
  const orphans = useQuery(orphanStorageQuery(filter))
  const around = useQuery(hierarchyQuery(storage.id))
  const associate = useAssociateStorage()
  const types = allowedContents[storage.type].filter((held) => held !== 'SAMPLE')
  // What this storage stands in, or is, can never stand in it.
  const isAround = ({ id }: Storage) => around.data?.some((one) => one.id === id) ?? id === storage.id

  const rows = orphans.data?.storages ?? []
  // What is chosen must be in sight: a search that lands late may have taken it away.
  const chosen = rows.find(({ id }) => id === chosenId)

  function narrow(change: () => void) {
    change()
    setPage(1)
  }

  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Search by name" value={query} onSearch={(text) => narrow(() => setQuery(text))} />
        <Select
          aria-label="Type"
          placeholder="Type"
          allowClear
          options={types.map((value) => ({ value, label: typeWord(value) }))}
          value={type ?? null}
          onChange={(wanted: StorageType | undefined) => narrow(() => setType(wanted))}
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
          isDisabled={isAround}
          isLoading={orphans.isPending || orphans.isPlaceholderData}
          empty={<EmptyState text="No storage here that could stand in this cell." />}
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
