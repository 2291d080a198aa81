import { type Batch, UpdateBatchBody } from '@lims/contract/batches.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Card, Form, Input, Skeleton } from 'antd'
import { batchQuery } from '../../entities/batch/batch-api.ts'
import { EditNotices } from '../../forms/edit-notices.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { useEditForm, useRecordToEdit } from '../../forms/use-edit-form.ts'
import { useSubmittable } from '../../forms/use-submittable.ts'
import { zodRule } from '../../forms/zod-rule.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { notCorrected } from '../../ui/not-corrected.ts'
import { onPlainClick } from '../../ui/on-plain-click.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BatchMissing } from './batch-missing.tsx'
import styles from './edit-batch-screen.module.css'
import { useUpdateBatch } from './use-save-batch.ts'

const { name: nameRule, description: descriptionRule } = UpdateBatchBody.shape
const captions = { name: 'Name', description: 'Description' }

type Values = { name: string; description: string }

export function EditBatchScreen() {
  const { batchId } = useParams({ from: '/signed-in/batches/$batchId/edit' })
  const { record, failure, retry } = useRecordToEdit(batchQuery(batchId))
  if (failure) return <BatchMissing failure={failure} onRetry={retry} />
  if (!record) return <Skeleton active paragraph={{ rows: 4 }} />
  return <EditBatch key={record.id} batch={record} />
}

function EditBatch({ batch }: { batch: Batch }) {
  const navigate = useNavigate()
  const edit = useEditForm({
    record: batch,
    query: batchQuery(batch.id),
    draftName: `batch.${batch.id}`,
    toValues: ({ name, description }: Batch): Values => ({ name, description }),
    toBody: (values, { id, version }) => ({ id, version, ...values }),
    update: useUpdateBatch(),
    deletedCode: 'batch-not-found',
    onSaved: () => navigate({ to: '/batches', search: { page: 1 } }),
  })
  const { form, draft, conflicts } = edit
  const { id, name } = edit.record
  const { incomplete, submitProps } = useSubmittable(form)

  return (
    <>
      <PageHeader
        title={`Edit ${name}`}
        trail={[
          { label: 'Batches', href: '/batches' },
          { label: name, href: `/batches/${id}` },
        ]}
      />
      <div className={styles.page}>
        <Card>
          <EditNotices edit={edit} name={name} captions={captions} />
          <Form
            form={form}
            layout="vertical"
            initialValues={draft.initialValues}
            validateTrigger={['onChange', 'onBlur']}
            disabled={edit.isSaving}
            aria-busy={edit.isSaving}
            {...submitProps}
            onFinish={edit.submit}
          >
            <Form.Item
              name="name"
              label={captions.name}
              rules={[zodRule(nameRule.unwrap())]}
              extra={conflicts.name}
            >
              <Input autoFocus {...notCorrected} />
            </Form.Item>
            <Form.Item
              name="description"
              label={captions.description}
              rules={[zodRule(descriptionRule)]}
              extra={conflicts.description}
            >
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
            </Form.Item>
            <div className={styles.buttons}>
              <SubmitButton incomplete={incomplete} isSaving={edit.isSaving} isDisabled={edit.isDeleted}>
                Save
              </SubmitButton>
              <LinkButton to="/batches" disabled={edit.isSaving} onClick={onPlainClick(draft.discard)}>
                Cancel
              </LinkButton>
            </div>
          </Form>
        </Card>
      </div>
    </>
  )
}
