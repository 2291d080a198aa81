import { displayName, SampleStatus } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { textOfFailure } from '../../../api/call-error.ts'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { looseSampleQuery } from '../../../entities/storage/storage-api.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Mono } from '../../../ui/mono.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { DemoSamples } from './demo-entries.tsx'
import styles from './fill-position.module.css'
import type { FillStepProps } from './fill-step.ts'
import { PickTable, pickedPerPage } from './pick-table.tsx'
import { useAssociateSample } from './use-associate.ts'

const statusChoices = SampleStatus.options.map((value) => ({ value, label: displayName(value) }))

const columns: TableColumnsType<Sample> = [
  { title: 'Name', key: 'name', dataIndex: 'name' },
  { title: 'Tube ID', key: 'alias', render: (_, { alias }) => <Mono>{alias}</Mono> },
  { title: 'Type', key: 'type', responsive: ['sm'], render: (_, { type }) => displayName(type) },
  { title: 'Status', key: 'status', render: (_, { status }) => <StatusTag status={status} /> },
]

/** The step that puts a sample without a location into the cell. */
export function AssociateSampleStep({ storage, cell, label, onBack, onDone }: FillStepProps) {
  const [page, setPage] = useState(1)
  const [searchText, setSearchText] = useState<string>()
  const [status, setStatus] = useState<SampleStatus>()
  const [chosenId, setChosenId] = useState<Sample['id']>()
  const loose = useQuery(
    looseSampleQuery({ pageNumber: page - 1, pageSize: pickedPerPage, searchText, status }),
  )
  const associate = useAssociateSample()

  const rows = loose.data?.samples ?? []
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
          label="Search by name, id or tube id"
          value={searchText}
          onSearch={(text) => changeFilter(() => setSearchText(text))}
        />
        <Select
          aria-label="Status"
          placeholder="Status"
          allowClear
          options={statusChoices}
          value={status ?? null}
          onChange={(wanted: SampleStatus | undefined) => changeFilter(() => setStatus(wanted))}
        />
      </div>
      {loose.isError ? (
        <>
          <LoadError
            title="Failed to fetch samples"
            text={textOfFailure(loose.error)}
            onRetry={loose.refetch}
          />
          <DemoSamples />
        </>
      ) : (
        <PickTable
          rows={rows}
          total={loose.data?.totalSamples ?? 0}
          page={page}
          onPage={setPage}
          columns={columns}
          chosen={chosen}
          onChoose={({ id }) => setChosenId(id)}
          nameOf={({ name, alias }) => `${name}, ${alias}`}
          isLoading={loose.isPending || loose.isPlaceholderData}
          empty={<EmptyState text="No sample without a location matches." />}
        />
      )}
      <div className={styles.buttons}>
        <Button onClick={onBack}>Back</Button>
        <Button
          type="primary"
          disabled={!chosen || loose.isError}
          loading={associate.isPending}
          onClick={() =>
            chosen && associate.mutate({ sample: chosen, storage, cell, label }, { onSuccess: onDone })
          }
        >
          Associate Selected Sample
        </Button>
      </div>
    </>
  )
}
