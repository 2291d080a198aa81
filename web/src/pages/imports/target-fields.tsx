import { AddBatchBody } from '@lims/contract/batches.ts'
import { ImportQuery } from '@lims/contract/imports.ts'
import { Form, Input, Radio } from 'antd'
import { z } from 'zod'
import { BatchSelect } from '../../entities/batch/batch-select.tsx'
import { zodRule } from '../../forms/zod-rule.ts'
import { notCorrected } from '../../ui/not-corrected.ts'
import type { Target } from './import-api.ts'
import styles from './import-screen.module.css'

export type TargetValues = {
  into: 'new' | 'existing'
  batchName?: string
  batchDescription?: string
  batchId?: string
}

const ChosenBatch = z.string({ error: 'Please choose a batch' }).min(1, 'Please choose a batch')
const kinds = [
  { value: 'new', label: 'A new batch' },
  { value: 'existing', label: 'An existing batch' },
]

/** The fields for a new or an existing batch. */
export function TargetFields() {
  const isNew = Form.useWatch<TargetValues['into']>('into') !== 'existing'
  return (
    <div className={styles.target}>
      <Form.Item name="into" label="Import into">
        <Radio.Group aria-label="Import into" options={kinds} />
      </Form.Item>
      {isNew ? (
        <>
          <Form.Item name="batchName" label="Batch Name" rules={[zodRule(AddBatchBody.shape.name)]}>
            <Input {...notCorrected} />
          </Form.Item>
          <Form.Item
            name="batchDescription"
            label="Description (optional)"
            rules={[zodRule(ImportQuery.shape.batchDescription)]}
          >
            <Input autoComplete="off" />
          </Form.Item>
        </>
      ) : (
        <Form.Item name="batchId" label="Batch" rules={[zodRule(ChosenBatch)]}>
          <BatchSelect />
        </Form.Item>
      )}
    </div>
  )
}

/** The initial values: the given target, else a new batch with the name of the file. */
export function initialTarget(fileName: string, target: Target | undefined): TargetValues {
  const named = { batchName: fileName.replace(/\.[a-z]{3,4}$/i, '').slice(0, 200) }
  if (!target) return { into: 'new', ...named }
  if ('batchId' in target) return { into: 'existing', batchId: target.batchId, ...named }
  const { batchName, batchDescription } = target
  return { into: 'new', batchName, ...(batchDescription ? { batchDescription } : {}) }
}

export const targetOf = ({ into, batchId, batchName, batchDescription }: TargetValues): Target =>
  into === 'existing'
    ? { batchId: batchId ?? '' }
    : { batchName: batchName?.trim() ?? '', batchDescription: batchDescription?.trim() || undefined }
