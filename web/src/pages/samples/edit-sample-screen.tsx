import type { Sample } from '@lims/contract/samples.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Card, Form, Skeleton } from 'antd'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { sampleQuery } from '../../entities/sample/sample-api.ts'
import { DraftNotices } from '../../forms/draft-notices.tsx'
import { useDismissedNotice } from '../../forms/failure-notice.ts'
import { GoneNotice } from '../../forms/gone-notice.tsx'
import { type Conflicts, mergeSavedChanges } from '../../forms/merge-saved-changes.ts'
import { showFieldError } from '../../forms/show-field-error.ts'
import { StaleNotice } from '../../forms/stale-notice.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './sample-form.module.css'
import { SampleForm } from './sample-form.tsx'
import { SampleMissing } from './sample-missing.tsx'
import { changeOf, formFields, type SampleValues, valuesOf } from './sample-values.ts'
import { useUpdateSample } from './use-save-sample.ts'

export function EditSampleScreen() {
  const { sampleId } = useParams({ from: '/signed-in/samples/$sampleId/edit' })
  // What is remembered may be old, and a form that begins from it could never be saved.
  const sample = useQuery({ ...sampleQuery(sampleId), staleTime: 0 })

  if (sample.isError && !sample.data)
    return <SampleMissing sampleId={sampleId} failure={sample.error} onRetry={sample.refetch} />
  if (!sample.data || (sample.isFetching && !sample.isFetchedAfterMount)) {
    return <Skeleton active paragraph={{ rows: 8 }} />
  }
  return <EditSample key={sample.data.id} sample={sample.data} />
}

function EditSample({ sample }: { sample: Sample }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [form] = Form.useForm<SampleValues>()
  const [base, setBase] = useState(sample)
  const draft = useDraft(form, `sample.${sample.id}`, valuesOf(base))
  const [newer, setNewer] = useState<Conflicts<SampleValues>>(draft.conflicts)
  const update = useUpdateSample()
  useDismissedNotice(update.error)
  const isGone = update.error instanceof CallError && update.error.code === 'sample-not-found'
  const params = { sampleId: base.id }

  function submit(values: SampleValues) {
    if (update.isPending) return
    update.mutate(changeOf(values, base), {
      onSuccess: () => {
        draft.discard()
        navigate({ to: '/samples/$sampleId', params })
      },
      onError: (failure) => showFieldError(form, failure),
    })
  }

  async function loadNewer() {
    const newest = await queryClient.fetchQuery({ ...sampleQuery(base.id), staleTime: 0 })
    const typed: SampleValues = form.getFieldsValue(true)
    const both = mergeSavedChanges(valuesOf(base), typed, valuesOf(newest))
    form.setFieldsValue(both.merged)
    setNewer(both.conflicts)
    setBase(newest)
    update.reset()
  }

  return (
    <>
      <PageHeader
        title={`Edit ${base.name}`}
        trail={[
          { label: 'Samples', href: '/samples' },
          { label: base.name, href: `/samples/${base.id}` },
        ]}
      />
      <div className={styles.page}>
        <Card>
          <DraftNotices draft={draft} />
          {isGone && <GoneNotice name={base.name} />}
          <StaleNotice failure={update.error} onLoadNewer={loadNewer} />
          <SampleForm
            form={form}
            fields={formFields}
            initialValues={draft.initialValues}
            submitText="Save"
            isSaving={update.isPending}
            isGone={isGone}
            onSubmit={submit}
            statusNow={base.status}
            newer={newer}
            cancel={
              <LinkButton to="/samples/$sampleId" params={params} onClick={draft.discard}>
                Cancel
              </LinkButton>
            }
          />
        </Card>
      </div>
    </>
  )
}
