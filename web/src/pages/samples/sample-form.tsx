import { type SampleField, SampleInput, sampleFields } from '@lims/contract/sample-fields.ts'
import { displayName, nextStatuses, SampleStatus } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import { Button, Form, type FormInstance, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { BatchSelect } from '../../entities/batch/batch-select.tsx'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { VolumeField } from '../../entities/sample/volume-field.tsx'
import { numberRule } from '../../forms/number-rule.ts'
import { useSubmittable } from '../../forms/use-submittable.ts'
import { zodRule } from '../../forms/zod-rule.ts'
import styles from './sample-form.module.css'
import type { SampleValues } from './sample-values.ts'

type Props = {
  form: FormInstance<SampleValues>
  fields: readonly SampleField[]
  initialValues: SampleValues
  submitText: string
  isSaving: boolean
  /** There is nothing any more to save it to. */
  isGone?: boolean
  onSubmit: (values: SampleValues) => void
  cancel: ReactNode
  /** The status the sample has: only where it may go from there is offered. */
  statusNow?: SampleStatus
  /** What somebody else has put into a field meanwhile. */
  newer?: Partial<Record<SampleField, string>>
}

const typeChoices = SampleType.options.map((value) => ({ value, label: displayName(value) }))
const wide: readonly SampleField[] = ['name', 'notes', 'bamFileUri']

/** The generic form of a sample: every field of the contract but id and metadata. */
export function SampleForm({
  form,
  fields,
  initialValues,
  submitText,
  isSaving,
  isGone = false,
  onSubmit,
  cancel,
  statusNow,
  newer,
}: Props) {
  const isSubmittable = useSubmittable(form)
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initialValues}
      validateTrigger={['onChange', 'onBlur']}
      onFinish={onSubmit}
    >
      <div className={styles.fields}>
        {fields.map((name) => (
          <Form.Item
            key={name}
            name={name}
            label={sampleFields[name].caption}
            rules={[ruleOf(name)]}
            extra={newer?.[name]}
            className={wide.includes(name) ? (styles.wide ?? '') : ''}
          >
            {inputOf(name, statusNow)}
          </Form.Item>
        ))}
      </div>
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit" disabled={!isSubmittable || isGone} loading={isSaving}>
          {submitText}
        </Button>
        {cancel}
      </div>
    </Form>
  )
}

const ruleOf = (name: SampleField) =>
  name === 'volume' ? numberRule(SampleInput.shape[name]) : zodRule(SampleInput.shape[name])

function inputOf(name: SampleField, statusNow: SampleStatus | undefined): ReactNode {
  switch (name) {
    case 'batchId':
      return <BatchSelect />
    case 'type':
      return <Select options={typeChoices} />
    case 'status':
      return <StatusSelect now={statusNow} />
    case 'volume':
      return <VolumeField />
    case 'notes':
      return <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
    default:
      return <Input autoComplete="off" autoFocus={name === 'name'} />
  }
}

/** Given by the form item around it: id, value and onChange. */
function StatusSelect({ now, ...select }: { now: SampleStatus | undefined }) {
  const statuses = now ? [now, ...nextStatuses[now]] : SampleStatus.options
  return (
    <Select
      {...select}
      options={statuses.map((value) => ({ value, label: displayName(value) }))}
      optionRender={({ value }) => <StatusTag status={value as SampleStatus} />}
    />
  )
}
