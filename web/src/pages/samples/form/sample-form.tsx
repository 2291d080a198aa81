import { isPersonalField } from '@lims/contract/personal.ts'
import { type SampleField, SampleInput, sampleFields } from '@lims/contract/sample-fields.ts'
import { displayName, nextStatuses, SampleStatus } from '@lims/contract/sample-status.ts'
import { useQuery } from '@tanstack/react-query'
import { Form, type FormInstance, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { hasCode } from '../../../api/call-error.ts'
import { batchQuery } from '../../../entities/batch/batch-api.ts'
import { BatchSelect } from '../../../entities/batch/batch-select.tsx'
import { typeChoices } from '../../../entities/sample/sample-choices.ts'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { VolumeField } from '../../../entities/sample/volume-field.tsx'
import { useMay } from '../../../entities/session/use-may.ts'
import { numberRule } from '../../../forms/number-field.tsx'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { useSubmittable } from '../../../forms/use-submittable.ts'
import { zodRule } from '../../../forms/zod-rule.ts'
import { notCorrected } from '../../../ui/not-corrected.ts'
import styles from './sample-form.module.css'
import type { SampleValues } from './sample-values.ts'

type Props = {
  form: FormInstance<SampleValues>
  fields: readonly SampleField[]
  initialValues: SampleValues
  submitText: string
  isSaving: boolean
  /** Another person has deleted the sample: it cannot be saved. */
  isDeleted?: boolean
  onSubmit: (values: SampleValues) => void
  cancel: ReactNode
  /** The status of the sample: only its next statuses are offered. */
  currentStatus?: SampleStatus
  /**
   * The subject and the site of the sample are not known here, as when the person was allowed to see them only since.
   */
  isMasked?: boolean
  /** What another person has saved in a field that is changed here. */
  conflicts?: Partial<Record<SampleField, string>>
  /** Shown below the fields. */
  furtherChoice?: ReactNode
}

const wide: readonly SampleField[] = ['name', 'notes', 'bamFileUri']

/** The form of a sample, with every field of the contract except id and metadata. */
export function SampleForm({
  form,
  fields,
  initialValues,
  submitText,
  isSaving,
  isDeleted = false,
  onSubmit,
  cancel,
  currentStatus,
  isMasked = false,
  conflicts,
  furtherChoice,
}: Props) {
  const { incomplete, submitProps } = useSubmittable(form)
  const maySeeSubjects = useMay('subject.read')
  const batchId = `${Form.useWatch('batchId', form) ?? initialValues.batchId ?? ''}`
  const batch = useQuery({ ...batchQuery(batchId), enabled: batchId !== '' })
  const isBatchGone = batchId !== '' && hasCode(batch.error, 'batch-not-found')
  // A new sample has no value yet that could be hidden.
  const isHidden = (name: SampleField) =>
    (!maySeeSubjects || isMasked) && currentStatus !== undefined && isPersonalField(name)
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initialValues}
      validateTrigger={['onChange', 'onBlur']}
      disabled={isSaving}
      aria-busy={isSaving}
      {...submitProps}
      onFinish={onSubmit}
    >
      <div className={styles.fields}>
        {fields.map((name) => (
          <Form.Item
            key={name}
            name={name}
            label={sampleFields[name].caption}
            rules={[ruleOf(name)]}
            extra={isHidden(name) ? 'Hidden from you; it stays as it is.' : conflicts?.[name]}
            className={wide.includes(name) ? (styles.wide ?? '') : ''}
            {...(name === 'batchId' &&
              isBatchGone && {
                validateStatus: 'error',
                help: 'This batch no longer exists. Choose another one.',
              })}
          >
            {isHidden(name) ? <HiddenField /> : inputOf(name, currentStatus)}
          </Form.Item>
        ))}
      </div>
      {furtherChoice}
      <div className={styles.buttons}>
        <SubmitButton incomplete={incomplete} isSaving={isSaving} isDisabled={isDeleted || isBatchGone}>
          {submitText}
        </SubmitButton>
        {cancel}
      </div>
    </Form>
  )
}

/** Leaves out the value of its form item: what was shown before a role was taken away is hidden too. */
const HiddenField = ({ id = '' }: { id?: string }) => <Input id={id} disabled placeholder="•••" />

const ruleOf = (name: SampleField) =>
  name === 'volume' ? numberRule(SampleInput.shape[name]) : zodRule(SampleInput.shape[name])

function inputOf(name: SampleField, currentStatus: SampleStatus | undefined): ReactNode {
  switch (name) {
    case 'batchId':
      return <BatchSelect />
    case 'type':
      return <Select options={typeChoices} />
    case 'status':
      return <StatusSelect current={currentStatus} />
    case 'volume':
      return <VolumeField />
    case 'notes':
      return <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
    default:
      return <Input {...notCorrected} autoFocus={name === 'name'} />
  }
}

/** The form item around it passes id, value and onChange. */
function StatusSelect({ current, ...select }: { current: SampleStatus | undefined }) {
  const statuses = current ? [current, ...nextStatuses[current]] : SampleStatus.options
  return (
    <Select
      {...select}
      options={statuses.map((value) => ({ value, label: displayName(value) }))}
      optionRender={({ value }) => <StatusTag status={value as SampleStatus} />}
    />
  )
}
