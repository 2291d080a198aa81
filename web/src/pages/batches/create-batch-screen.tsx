import { AddBatchBody } from '@lims/contract/batches.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import { TubeType, tubeTypes } from '@lims/contract/tube-types.ts'
import { formatMillilitres } from '@lims/contract/volume.ts'
import { useNavigate } from '@tanstack/react-router'
import { Card, Form, Input, Select } from 'antd'
import { DraftNotices } from '../../forms/draft-notices.tsx'
import { NumberField, numberRule } from '../../forms/number-field.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { useCreateForm } from '../../forms/use-create-form.ts'
import { useSubmittable } from '../../forms/use-submittable.ts'
import { zodRule } from '../../forms/zod-rule.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { notCorrected } from '../../ui/not-corrected.ts'
import { onPlainClick } from '../../ui/on-plain-click.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './batch-form.module.css'
import { CreationProgress } from './creation-progress.tsx'
import { describeTube } from './describe-tube.ts'
import { useCreateBatch } from './use-save-batch.ts'

const validateTrigger = ['onChange', 'onBlur']
const { name, description, numSamples, samplePrefix, tubeType } = AddBatchBody.shape
const tubeChoices = TubeType.options.map((value) => ({ value, label: value }))

/** Fields that the tube type fills, shown as plain text. */
const derived = {
  readOnly: true,
  variant: 'borderless',
  placeholder: 'Set by the tube type',
  className: styles.derived ?? '',
} as const

export function CreateBatchScreen() {
  const [form] = Form.useForm<AddBatchBody>()
  const navigate = useNavigate()
  const { incomplete, submitProps } = useSubmittable(form)
  const create = useCreateBatch()
  const { draft, isSaving, submit } = useCreateForm({
    form,
    draftName: 'new-batch',
    initialValues: {},
    create,
    onCreated: () => navigate({ to: '/batches', search: { page: 1 } }),
  })
  const chosen: TubeType | undefined = Form.useWatch('tubeType', form)
  const tube = chosen && tubeTypes[chosen]

  return (
    <>
      <PageHeader title="Create Batch" trail={[{ label: 'Batches', href: '/batches' }]} />
      <div className={styles.form}>
        <Card>
          <DraftNotices draft={draft} isSaving={isSaving} />
          <Form
            form={form}
            layout="vertical"
            initialValues={draft.initialValues}
            requiredMark={false}
            validateTrigger={validateTrigger}
            disabled={isSaving}
            aria-busy={isSaving}
            {...submitProps}
            onFinish={(values) => submit(AddBatchBody.parse(values))}
          >
            <Form.Item name="name" label="Name" rules={[zodRule(name)]}>
              <Input autoFocus {...notCorrected} placeholder="Pilot S-cfDNA March" />
            </Form.Item>
            <Form.Item name="description" label="Description" rules={[zodRule(description)]}>
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
            </Form.Item>
            <div className={styles.pair}>
              <Form.Item name="numSamples" label="Number of Samples" rules={[numberRule(numSamples)]}>
                <NumberField isCount min={1} />
              </Form.Item>
              <Form.Item name="samplePrefix" label="Sample Prefix (optional)" rules={[zodRule(samplePrefix)]}>
                <Input {...notCorrected} placeholder="PIL" />
              </Form.Item>
            </div>
            <div className={styles.three}>
              <Form.Item name="tubeType" label="Tube Type" rules={[zodRule(tubeType)]}>
                <Select
                  options={tubeChoices}
                  placeholder="Choose a tube type"
                  optionRender={({ data: { value } }) => (
                    <>
                      {value} <span className="muted">{describeTube(value)}</span>
                    </>
                  )}
                />
              </Form.Item>
              <Form.Item label="Sample Type" htmlFor="tube-sample-type">
                <Input {...derived} id="tube-sample-type" value={tube ? displayName(tube.sampleType) : ''} />
              </Form.Item>
              <Form.Item label="Volume" htmlFor="tube-volume">
                <Input {...derived} id="tube-volume" value={tube ? formatMillilitres(tube.volumeMl) : ''} />
              </Form.Item>
            </div>
            <div className={styles.buttons}>
              <SubmitButton incomplete={incomplete} isSaving={isSaving}>
                Create
              </SubmitButton>
              <LinkButton to="/batches" disabled={isSaving} onClick={onPlainClick(draft.discard)}>
                Cancel
              </LinkButton>
            </div>
            {create.isPending && <CreationProgress samples={create.variables.numSamples} />}
          </Form>
        </Card>
      </div>
    </>
  )
}
