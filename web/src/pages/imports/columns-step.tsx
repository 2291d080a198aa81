import { manifestColumns } from '@lims/contract/exports.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import {
  columnsProblem,
  type ImportField,
  importFields,
  type ReadFileReply,
  type ReadingChoices,
} from '@lims/contract/imports.ts'
import { formatSeries } from '@lims/contract/join-texts.ts'
import { Alert, Button, Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTimeZoneName } from '../../entities/session/use-may.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { useSubmittable } from '../../forms/use-submittable.ts'
import { ColumnTable } from './column-table.tsx'
import type { ChosenFile, Plan } from './import-api.ts'
import styles from './import-screen.module.css'
import { findKeptPlan, keepPlan } from './kept-plan.ts'
import { hasTimes, neededChoices, ReadingFields } from './reading-fields.tsx'
import { initialTarget, TargetFields, type TargetValues, targetOf } from './target-fields.tsx'

type Props = {
  file: ChosenFile
  read: ReadFileReply
  /** The earlier plan, if the person comes back to this step. */
  plan: Plan | undefined
  /** The batch from the address. */
  batchId: string | undefined
  isChecking: boolean
  refusal: string | undefined
  onCheck: (plan: Plan) => void
  onAnother: () => void
}

export function ColumnsStep({
  file,
  read,
  plan: earlier,
  batchId,
  isChecking,
  refusal,
  onCheck,
  onAnother,
}: Props) {
  const [kept] = useState(() => (earlier ? undefined : findKeptPlan(file, read)))
  const plan = earlier ?? kept
  const [form] = Form.useForm<TargetValues>()
  const [initialFields] = useState<(ImportField | null)[]>(
    () => plan?.fields ?? read.columns.map(({ field }) => field),
  )
  const [fields, setFields] = useState(initialFields)
  const [choices, setChoices] = useState<ReadingChoices>(plan?.choices ?? {})
  const { incomplete, submitProps } = useSubmittable(form)
  const values: TargetValues | undefined = Form.useWatch([], form)
  const isChanged = useRef(kept !== undefined)
  const timeZone = useTimeZoneName()

  // Synchronises with sessionStorage, which outlives this page.
  useEffect(() => {
    if (values === undefined) return
    isChanged.current ||=
      form.isFieldsTouched() || fields !== initialFields || Object.keys(choices).length > 0
    if (isChanged.current) keepPlan(file, read, { fields, choices, target: targetOf(values) })
  }, [file, read, fields, choices, initialFields, values, form])

  const hint = hintFor(fields)
  const headers = read.columns.map(({ header }) => header)
  const leftOut = describeLeftOut(headers, fields)
  const notKept = describeNotKept(headers, fields)

  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initialTarget(file.name, plan?.target ?? (batchId ? { batchId } : undefined))}
      {...submitProps}
      // What is chosen now would not be what is checked, and then imported.
      disabled={isChecking}
      onFinish={(values) =>
        onCheck({
          fields,
          choices: neededChoices(fields, choices),
          target: targetOf(values),
        })
      }
    >
      <div className={styles.step}>
        {refusal && <Alert type="error" showIcon title={refusal} />}
        {kept && (
          <Alert
            type="info"
            showIcon
            closable
            title="What you had chosen for this file was restored"
            description="Nothing is imported yet."
          />
        )}
        {read.otherSheets > 0 && (
          <Alert
            type="warning"
            showIcon
            title={`Only the first sheet is read: ${formatCount(read.otherSheets, 'other sheet has', 'other sheets have')} cells too`}
            description="To import those too, save each sheet as a file of its own."
          />
        )}
        {read.hiddenRows > 0 && (
          <Alert
            type="warning"
            showIcon
            title={`${formatCount(read.hiddenRows, 'row that is hidden in Excel is', 'rows that are hidden in Excel are')} read too`}
          />
        )}
        <p className={styles.file} ref={focusWhenShown} tabIndex={-1}>
          <strong>{file.name}</strong>
          <span className="muted numbers">
            {formatCount(read.totalRows, 'row')}, {formatCount(read.columns.length, 'column')}
          </span>
        </p>
        <TargetFields />
        <ColumnTable read={read} fields={fields} onChange={setFields} />
        <ReadingFields fields={fields} choices={choices} onChange={setChoices} />
        {read.titleRows > 0 && (
          <p className="muted">
            {formatCount(read.titleRows, 'row above the header is', 'rows above the header are')} left out.
          </p>
        )}
        {leftOut && <p className="muted">{leftOut}</p>}
        {notKept && <p className="muted">{notKept}</p>}
        {hasTimes(fields) && <p className="muted">{describeClocks(timeZone)}</p>}
        {hint && (
          <p role="status" className={styles.hint}>
            {hint}
          </p>
        )}
        <div className={styles.buttons}>
          <SubmitButton incomplete={incomplete} isSaving={isChecking} isDisabled={hint !== undefined}>
            Check
          </SubmitButton>
          <Button onClick={onAnother} disabled={false}>
            Choose another file
          </Button>
        </div>
      </div>
    </Form>
  )
}

/** The control that chose the file is gone. What has the focus says what was read, and Tab goes on from there. */
const focusWhenShown = (element: HTMLElement | null) => element?.focus()

function hintFor(fields: readonly (ImportField | null)[]): string | undefined {
  const problem = columnsProblem(fields)
  return problem && `${problem}.`
}

const batchColumns = manifestColumns.filter((column) => column.startsWith('batch'))

/** Explains why the batch columns of a manifest are not imported; undefined if the file has none. */
function describeLeftOut(headers: readonly string[], fields: readonly (ImportField | null)[]) {
  const leftOut = headers.filter((_, index) => fields[index] === null)
  const columns = batchColumns.filter((column) => leftOut.includes(column))
  if (columns.length === 0) return undefined
  const verb = columns.length === 1 ? 'is' : 'are'
  return `${formatSeries(columns)} ${verb} left out: the samples go to the batch chosen under Import into.`
}

/** Explains that the column that becomes the ID in this file is not kept; undefined if there is none. */
function describeNotKept(headers: readonly string[], fields: readonly (ImportField | null)[]) {
  const header = headers[fields.indexOf('sourceId')]
  if (header === undefined) return undefined
  return `${header || 'The ID in this file'} is used only to find parents in this file, and not kept. To keep it, choose ${importFields.alias} or ${importFields.notes}.`
}

/** The server refuses a written time without an offset as long as no time zone is set. */
const describeClocks = (zone: string | undefined) =>
  zone === undefined
    ? 'Days, and times of Excel, are read in UTC. Other times need their offset, such as 2026-11-20T09:30:00Z.'
    : `Days, and times without a time zone, are read on the clocks of ${zone}.`
