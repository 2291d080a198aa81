import { SampleInput } from '@lims/contract/sample-fields.ts'
import { displayName, SampleStatus } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import { requiredText } from '@lims/contract/text.ts'
import { Button, Form, Input, Select } from 'antd'
import { z } from 'zod'
import { BatchSelect } from '../../../entities/batch/batch-select.tsx'
import { VolumeField } from '../../../entities/sample/volume-field.tsx'
import { numberRule } from '../../../forms/number-rule.ts'
import { zodRule } from '../../../forms/zod-rule.ts'
import styles from './fill-position.module.css'
import type { Here } from './here.ts'
import { useCreateSampleHere } from './use-create-here.ts'

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
  name: zodRule(requiredText(200, 'Please enter a name')),
  batchId: zodRule(chosen('Please select a batch')),
  type: zodRule(chosen('Please select a type')),
  status: zodRule(chosen('Please select a status')),
  volume: numberRule(SampleInput.shape.volume),
  notes: zodRule(SampleInput.shape.notes),
}
const asChoices = (values: readonly string[]) => values.map((value) => ({ value, label: displayName(value) }))

/** Makes a sample and puts it into the cell. */
export function CreateSampleHere(here: Here) {
  const [form] = Form.useForm<Values>()
  const create = useCreateSampleHere(here)
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ volume: 0 }}
      onFinish={(filled) => create.isPending || create.mutate(filled)}
    >
      <Form.Item name="name" label="Name" rules={[rules.name]}>
        <Input autoComplete="off" placeholder="NB-P004-EDTA-3" />
      </Form.Item>
      <Form.Item name="batchId" label="Batch" rules={[rules.batchId]}>
        <BatchSelect />
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item name="type" label="Type" rules={[rules.type]}>
          <Select placeholder="Choose a type" options={asChoices(SampleType.options)} />
        </Form.Item>
        <Form.Item name="status" label="Status" rules={[rules.status]}>
          <Select placeholder="Choose a status" options={asChoices(SampleStatus.options)} />
        </Form.Item>
        <Form.Item name="volume" label="Volume (mL)" rules={[rules.volume]}>
          <VolumeField />
        </Form.Item>
      </div>
      <Form.Item name="notes" label="Notes (optional)" rules={[rules.notes]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
      <div className={styles.buttons}>
        <Button onClick={here.onBack}>Back</Button>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          Create
        </Button>
      </div>
    </Form>
  )
}
