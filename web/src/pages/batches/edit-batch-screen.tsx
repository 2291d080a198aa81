import { type Batch, UpdateBatchBody } from '@lims/contract/batches.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Button, Card, Form, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { batchQuery } from '../../entities/batch/batch-api.ts'
import { DraftNotices } from '../../forms/draft-notices.tsx'
import { useDismissedNotice } from '../../forms/failure-notice.ts'
import { GoneNotice } from '../../forms/gone-notice.tsx'
import { type Conflicts, mergeSavedChanges } from '../../forms/merge-saved-changes.ts'
import { showFieldError } from '../../forms/show-field-error.ts'
import { StaleNotice } from '../../forms/stale-notice.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useSubmittable } from '../../forms/use-submittable.ts'
import { zodRule } from '../../forms/zod-rule.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './edit-batch-screen.module.css'
import { NoBatch } from './no-batch.tsx'
import { useUpdateBatch } from './use-update-batch.ts'

type Values = { name: string; description: string }

const valuesOf = ({ name, description }: Batch): Values => ({ name, description })

export function EditBatchScreen() {
  const { batchId } = useParams({ from: '/signed-in/batches/$batchId/edit' })
  // What is remembered may be old, and a form that begins from it could never be saved.
  const batch = useQuery({ ...batchQuery(batchId), staleTime: 0 })
  if (batch.isError && !batch.data) return <NoBatch failure={batch.error} onRetry={batch.refetch} />
  if (!batch.data || (batch.isFetching && !batch.isFetchedAfterMount)) {
    return <Skeleton active paragraph={{ rows: 4 }} />
  }
  return <EditBatch key={batch.data.id} batch={batch.data} />
}

function EditBatch({ batch }: { batch: Batch }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [form] = Form.useForm<Values>()
  const [base, setBase] = useState(batch)
  const draft = useDraft(form, `batch.${batch.id}`, valuesOf(base))
  const [newer, setNewer] = useState<Conflicts<Values>>(draft.conflicts)
  const update = useUpdateBatch()
  useDismissedNotice(update.error)
  const isGone = update.error instanceof CallError && update.error.code === 'batch-not-found'
  const isSubmittable = useSubmittable(form)
  const { name: nameRule, description: descriptionRule } = UpdateBatchBody.shape

  function submit(values: Values) {
    if (update.isPending) return
    update.mutate(
      { id: base.id, version: base.version, ...values },
      {
        onSuccess: () => {
          draft.discard()
          navigate({ to: '/batches', search: { page: 1 } })
        },
        onError: (failure) => showFieldError(form, failure),
      },
    )
  }

  /** What was typed over stays; what was not is taken over. */
  async function loadNewer() {
    const newest = await queryClient.fetchQuery({ ...batchQuery(base.id), staleTime: 0 })
    const both = mergeSavedChanges(valuesOf(base), form.getFieldsValue(), valuesOf(newest))
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
          { label: 'Batches', href: '/batches' },
          { label: base.name, href: `/batches/${base.id}` },
        ]}
      />
      <div className={styles.page}>
        <Card>
          <DraftNotices draft={draft} />
          {isGone && <GoneNotice name={base.name} />}
          <StaleNotice failure={update.error} onLoadNewer={loadNewer} />
          <Form
            form={form}
            layout="vertical"
            initialValues={draft.initialValues}
            validateTrigger={['onChange', 'onBlur']}
            onFinish={submit}
          >
            <Form.Item name="name" label="Name" rules={[zodRule(nameRule.unwrap())]} extra={newer.name}>
              <Input autoFocus autoComplete="off" />
            </Form.Item>
            <Form.Item
              name="description"
              label="Description"
              rules={[zodRule(descriptionRule)]}
              extra={newer.description}
            >
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
            </Form.Item>
            <div className={styles.buttons}>
              <Button
                type="primary"
                htmlType="submit"
                disabled={!isSubmittable || isGone}
                loading={update.isPending}
              >
                Save
              </Button>
              <LinkButton to="/batches" onClick={draft.discard}>
                Cancel
              </LinkButton>
            </div>
          </Form>
        </Card>
      </div>
    </>
  )
}
