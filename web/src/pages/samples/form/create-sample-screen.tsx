import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Alert, Card, Form, Result, Skeleton } from 'antd'
import { useState } from 'react'
import { batchChoicesQuery } from '../../../entities/batch/batch-api.ts'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { DraftNotices } from '../../../forms/draft-notices.tsx'
import { useCreateForm } from '../../../forms/use-create-form.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { onPlainClick } from '../../../ui/on-plain-click.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import styles from './sample-form.module.css'
import { SampleForm } from './sample-form.tsx'
import { bodyOf, createFields, newSampleValues, type SampleValues } from './sample-values.ts'
import { usePlaceObstacle } from './use-place-obstacle.ts'
import { useCreateSample } from './use-save-sample.ts'

const trail = [{ label: 'Samples', href: '/samples' }]

export function CreateSampleScreen() {
  const batches = useQuery(batchChoicesQuery())
  if (batches.isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  return (
    <>
      <PageHeader title="Create Sample" trail={trail} />
      {batches.data?.totalBatches === 0 ? <NoBatches /> : <CreateSample />}
    </>
  )
}

function CreateSample() {
  const { storageId, position, batchId } = useSearch({ from: '/signed-in/samples/create' })
  const navigate = useNavigate()
  const [form] = Form.useForm<SampleValues>()
  const requested = storageId && position ? { storageId, position } : undefined
  const found = usePlaceObstacle(requested)
  const [foundAtSubmit, setFoundAtSubmit] = useState<string>()
  const create = useCreateSample(foundAtSubmit ? undefined : requested)
  // Once it is placed, the new sample itself is in the cell, also until the next page is shown.
  const obstacle = create.isPending || create.isSuccess ? foundAtSubmit : found
  const place = obstacle ? undefined : requested
  const { draft, isSaving, submit } = useCreateForm({
    form,
    draftName: 'new-sample',
    initialValues: newSampleValues(batchId),
    create,
    onCreated: () =>
      place
        ? navigate({ to: '/storage/$storageId/enhanced', params: { storageId: `${place.storageId}` } })
        : navigate({ to: '/samples', search: { page: 1 } }),
  })

  return (
    <div className={styles.page}>
      <Card>
        <DraftNotices draft={draft} isSaving={isSaving} />
        {requested && obstacle && (
          <Alert
            className={styles.notice ?? ''}
            type="warning"
            showIcon
            title={`This sample cannot be placed at position ${requested.position}.`}
            description={`${obstacle} The sample will be created without a place.`}
          />
        )}
        {place && (
          <Alert
            className={styles.notice ?? ''}
            type="info"
            showIcon
            title={`This sample will be automatically placed at position ${place.position} after creation.`}
          />
        )}
        <SampleForm
          form={form}
          fields={createFields}
          initialValues={draft.initialValues}
          submitText="Create"
          isSaving={isSaving}
          onSubmit={(values) => {
            setFoundAtSubmit(found)
            submit(bodyOf(values))
          }}
          cancel={
            <LinkButton to="/samples" disabled={isSaving} onClick={onPlainClick(draft.discard)}>
              Cancel
            </LinkButton>
          }
        />
      </Card>
    </div>
  )
}

function NoBatches() {
  const creating = useDeniedProps('batch.create')
  return (
    <Result
      status="404"
      title="404"
      subTitle="No batches found - you need to create a batch before creating a sample"
      extra={
        <LinkButton {...creating} to="/batches/create-patient" color="primary" variant="solid">
          Create Patient Batch
        </LinkButton>
      }
    />
  )
}
