import { type ImportField, importFields, type ReadFileReply } from '@lims/contract/imports.ts'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { useSubmittable } from '../../forms/use-submittable.ts'
import { ColumnTable } from './column-table.tsx'
import type { ChosenFile, Plan } from './import-api.ts'
import styles from './import-screen.module.css'
import { whyLeftOut } from './left-out.ts'
import { initialTarget, TargetFields, type TargetValues, targetOf } from './target-fields.tsx'

type Props = {
  file: ChosenFile
  read: ReadFileReply
  /** The plan of before, when a person comes back. */
  plan: Plan | undefined
  /** The batch that the address names. */
  batchId: string | undefined
  isChecking: boolean
  refusal: string | undefined
  onCheck: (plan: Plan) => void
  onAnother: () => void
}

export function ColumnsStep({ file, read, plan, batchId, isChecking, refusal, onCheck, onAnother }: Props) {
  const [form] = Form.useForm<TargetValues>()
  const [fields, setFields] = useState<(ImportField | null)[]>(
    plan?.fields ?? read.columns.map(({ field }) => field),
  )
  const isSubmittable = useSubmittable(form)
  const hint = hintFor(fields)
  const leftOut = whyLeftOut(
    read.columns.map(({ header }) => header),
    fields,
  )

  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initialTarget(file.name, plan?.target ?? (batchId ? { batchId } : undefined))}
      onFinish={(values) => onCheck({ fields, target: targetOf(values) })}
    >
      <div className={styles.step}>
        {refusal && <Alert type="error" showIcon title={refusal} />}
        <p className={styles.file}>
          <strong>{file.name}</strong>
          <span className="muted numbers">
            {read.totalRows.toLocaleString('en')} rows, {read.columns.length} columns
          </span>
        </p>
        <TargetFields />
        <ColumnTable read={read} fields={fields} onChange={setFields} />
        {leftOut && <p className="muted">{leftOut}</p>}
        {hint && (
          <p role="status" className={styles.hint}>
            {hint}
          </p>
        )}
        <div className={styles.buttons}>
          <Button
            type="primary"
            htmlType="submit"
            disabled={!isSubmittable || hint !== undefined}
            loading={isChecking}
          >
            Check
          </Button>
          <Button onClick={onAnother}>Choose another file</Button>
        </div>
      </div>
    </Form>
  )
}

function hintFor(fields: readonly (ImportField | null)[]): string | undefined {
  if (!fields.includes('name')) return `Choose the column that holds the ${importFields.name} of each sample.`
  if (fields.includes('volume') && fields.includes('volumeUl')) return 'Choose one column for the volume.'
}
