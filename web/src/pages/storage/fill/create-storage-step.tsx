import { maxAxisPrefixLength } from '@lims/contract/positions.ts'
import { defaultAxes, gridSizeRule, StorageInput } from '@lims/contract/storage.ts'
import { allowedContents, gridSize, type StorageType } from '@lims/contract/storage-type.ts'
import { maxTextLength, requiredText } from '@lims/contract/text.ts'
import { Button, Form, Input, Select } from 'antd'
import { z } from 'zod'
import { FirstCorner } from '../../../entities/storage/first-corner.tsx'
import { formatStorageType } from '../../../entities/storage/storage-text.ts'
import { KeptFormInput } from '../../../forms/kept-form-input.tsx'
import { NumberField, numberRule } from '../../../forms/number-field.tsx'
import { SavedFields } from '../../../forms/saved-fields.tsx'
import { zodRule } from '../../../forms/zod-rule.ts'
import { notCorrected } from '../../../ui/not-corrected.ts'
import styles from './fill-position.module.css'
import type { FillStepProps } from './fill-step.ts'
import { useCreateStorageInCell } from './use-create-and-place.ts'

type Values = {
  alias: string
  type: StorageType
  numberRows: number
  numberColumns: number
  rowPrefix: string
  columnPrefix: string
}

const { rowPrefix, columnPrefix } = StorageInput.shape
const size = gridSizeRule('Required')
const name = requiredText(maxTextLength.name, 'Please enter a name')
const type = z.string({ error: 'Please select a type' })

/** The step that creates a storage in the cell. */
export function CreateStorageStep(step: FillStepProps) {
  const [form] = Form.useForm<Values>()
  const create = useCreateStorageInCell(step)
  const types = allowedContents[step.storage.type].filter((held) => held !== 'SAMPLE')

  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ numberRows: 1, numberColumns: 1, ...defaultAxes }}
      onFinish={(filled) => create.isPending || create.mutate(filled)}
    >
      <KeptFormInput name={`cell.${step.storage.id}.${step.label}.storage`} creation={create} />
      <SavedFields isSaving={create.isPending}>
        <Form.Item name="alias" label="Name" rules={[zodRule(name)]}>
          <Input {...notCorrected} placeholder="Box 3" />
        </Form.Item>
        <Form.Item name="type" label="Type" rules={[zodRule(type)]}>
          <Select
            placeholder="Choose a type"
            options={types.map((value) => ({ value, label: formatStorageType(value) }))}
          />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item name="numberRows" label="Rows" rules={[numberRule(size)]}>
            <NumberField isCount min={gridSize.min} />
          </Form.Item>
          <Form.Item name="numberColumns" label="Columns" rules={[numberRule(size)]}>
            <NumberField isCount min={gridSize.min} />
          </Form.Item>
          <Form.Item name="rowPrefix" label="Row Prefix (optional)" rules={[zodRule(rowPrefix)]}>
            <Input {...notCorrected} maxLength={maxAxisPrefixLength} />
          </Form.Item>
          <Form.Item name="columnPrefix" label="Column Prefix (optional)" rules={[zodRule(columnPrefix)]}>
            <Input {...notCorrected} maxLength={maxAxisPrefixLength} />
          </Form.Item>
        </div>
        <FirstCorner />
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
