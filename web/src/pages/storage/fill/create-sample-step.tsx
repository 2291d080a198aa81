import { SampleInput } from '@lims/contract/sample-fields.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import { maxTextLength, requiredText } from '@lims/contract/text.ts'
import { Button, Form, Input, Select } from 'antd'
import { z } from 'zod'
import { BatchSelect } from '../../../entities/batch/batch-select.tsx'
import { statusChoices, typeChoices } from '../../../entities/sample/sample-choices.ts'
import { VolumeField } from '../../../entities/sample/volume-field.tsx'
import { KeptFormInput } from '../../../forms/kept-form-input.tsx'
import { numberRule } from '../../../forms/number-field.tsx'
import { SavedFields } from '../../../forms/saved-fields.tsx'
import { zodRule } from '../../../forms/zod-rule.ts'
import { notCorrected } from '../../../ui/not-corrected.ts'
import styles from './fill-position.module.css'
import type { FillStepProps } from './fill-step.ts'
import { useCreateSampleInCell } from './use-create-and-place.ts'

type Values = {
  name: string
  batchId: string
  type: SampleType
  status: SampleStatus
  volume?: number | null
  notes?: string
}

const chosen = (message: string) => z.string({ error: message })
const rules = {
  name: zodRule(requiredText(maxTextLength.name, 'Please enter a name')),
  batchId: zodRule(chosen('Please select a batch')),
  type: zodRule(chosen('Please select a type')),
  status: zodRule(chosen('Please select a status')),
  volume: numberRule(SampleInput.shape.volume),
  notes: zodRule(SampleInput.shape.notes),
}

/** The step that creates a sample in the cell. */
export function CreateSampleStep(step: FillStepProps) {
  const [form] = Form.useForm<Values>()
  const create = useCreateSampleInCell(step)
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ volume: 0 }}
      onFinish={(filled) => create.isPending || create.mutate(filled)}
    >
      <KeptFormInput name={`cell.${step.storage.id}.${step.label}.sample`} creation={create} />
      <SavedFields isSaving={create.isPending}>
        <Form.Item name="name" label="Name" rules={[rules.name]}>
          <Input {...notCorrected} placeholder="NB-P004-EDTA-3" />
        </Form.Item>
        <Form.Item name="batchId" label="Batch" rules={[rules.batchId]}>
          <BatchSelect />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item name="type" label="Type" rules={[rules.type]}>
            <Select placeholder="Choose a type" options={typeChoices} />
          </Form.Item>
          <Form.Item name="status" label="Status" rules={[rules.status]}>
            <Select placeholder="Choose a status" options={statusChoices} />
          </Form.Item>
          <Form.Item name="volume" label="Volume (mL)" rules={[rules.volume]}>
            <VolumeField />
          </Form.Item>
        </div>
        <Form.Item name="notes" label="Notes (optional)" rules={[rules.notes]}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </SavedFields>
      <div className={styles.buttons}>
        <Button disabled={create.isPending} onClick={step.onBack}>
          Back
        </Button>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          Create
        </Button>
      </div>
    </Form>
  )
}
