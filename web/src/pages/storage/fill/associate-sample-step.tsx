import type { OrphanSample } from '@lims/contract/sample-location.ts'
import { displayName, type SampleStatus } from '@lims/contract/sample-status.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TableColumnsType } from 'antd'
import { useState } from 'react'
import { hasCode } from '../../../api/call-error.ts'
import { CustodyTag } from '../../../entities/custody/custody-tag.tsx'
import { statusChoices } from '../../../entities/sample/sample-choices.ts'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { orphanSampleQuery } from '../../../entities/storage/storage-api.ts'
import { Mono } from '../../../ui/mono.tsx'
import { AssociateStep, usePickSearch } from './associate-step.tsx'
import { DemoSamples } from './demo-entries.tsx'
import type { FillStepProps } from './fill-step.ts'
import { pickedPerPage } from './pick-table.tsx'
import { useAssociateSample } from './use-associate.ts'

const columns: TableColumnsType<OrphanSample> = [
  {
    title: 'Name',
    key: 'name',
    render: (_, { name, custody }) => (
      <>
        {name} <CustodyTag custody={custody} />
      </>
    ),
  },
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
  const query = orphanSampleQuery({ pageNumber: page - 1, pageSize: pickedPerPage, searchText, status })
  const orphans = useQuery(query)
  const queryClient = useQueryClient()
  const associate = useAssociateSample()
  const [refused, setRefused] = useState<OrphanSample>()

  function submit(listed: OrphanSample, chosen: OrphanSample) {
    // The custody of the choice, until a refusal has named a newer one.
    const { custodyEventId } = refused?.id === chosen.id ? refused : chosen
    associate.mutate(
      { sample: listed, storage, cell, label, custodyEventId },
      {
        onSuccess: onDone,
        onError: (failure) => {
          if (!hasCode(failure, 'custody-not-possible')) return
          // It was fetched again by now.
          setRefused(queryClient.getQueryData(query.queryKey)?.samples.find(({ id }) => id === chosen.id))
        },
      },
    )
  }

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
      onSubmit={submit}
      onBack={onBack}
    />
  )
}
