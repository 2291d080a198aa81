import { displayName, type SampleStatus } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { useQuery } from '@tanstack/react-query'
import type { TableColumnsType } from 'antd'
import { statusChoices } from '../../../entities/sample/sample-choices.ts'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { orphanSampleQuery } from '../../../entities/storage/storage-api.ts'
import { Mono } from '../../../ui/mono.tsx'
import { AssociateStep, usePickSearch } from './associate-step.tsx'
import { DemoSamples } from './demo-entries.tsx'
import type { FillStepProps } from './fill-step.ts'
import { pickedPerPage } from './pick-table.tsx'
import { useAssociateSample } from './use-associate.ts'

const columns: TableColumnsType<Sample> = [
  { title: 'Name', key: 'name', dataIndex: 'name' },
  { title: 'Tube ID', key: 'alias', render: (_, { alias }) => <Mono>{alias}</Mono> },
  { title: 'Type', key: 'type', responsive: ['sm'], render: (_, { type }) => displayName(type) },
  {
    title: 'Status',
    key: 'status',
    responsive: ['sm'],
    render: (_, { status }) => <StatusTag status={status} />,
  },
]

/** The step that puts a sample without a location into the cell. */
export function AssociateSampleStep({ storage, cell, label, onBack, onDone }: FillStepProps) {
  const search = usePickSearch<SampleStatus>()
  const { page, text: searchText, filter: status } = search
  const orphans = useQuery(
    orphanSampleQuery({ pageNumber: page - 1, pageSize: pickedPerPage, searchText, status }),
  )
  const associate = useAssociateSample()

  return (
    <AssociateStep
      search={search}
      searchLabel="Search by name, tube ID or whole ID"
      filterLabel="Status"
      filterChoices={statusChoices}
      list={orphans}
      rows={orphans.data?.samples}
      total={orphans.data?.totalSamples}
      columns={columns}
      nameOf={({ name, alias }) => `${name}, ${alias}`}
      emptyText="No sample without a location matches."
      failedTitle="Failed to fetch samples"
      demo={<DemoSamples />}
      submitText="Associate Selected Sample"
      isSubmitting={associate.isPending}
      onSubmit={(sample) => associate.mutate({ sample, storage, cell, label }, { onSuccess: onDone })}
      onBack={onBack}
    />
  )
}
