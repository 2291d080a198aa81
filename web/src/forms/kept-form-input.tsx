import { Form } from 'antd'
import { useMemo } from 'react'
import { KeptInput } from './kept-input.tsx'
import { LeaveDialogQuestion } from './leave-question.tsx'
import type { SavingWrite } from './use-may-be-saved.ts'

type Props = {
  name: string
  /** The one field whose input is kept; undefined: all fields. */
  field?: string
  /** The write that creates a record, if this form creates one. */
  creation?: SavingWrite
}

/** `KeptInput` for the form inside of which it is rendered. */
export function KeptFormInput({ name, field, creation }: Props) {
  const form = Form.useFormInstance()
  const all: Record<string, unknown> | undefined = Form.useWatch([], form)
  const value = field === undefined ? undefined : all?.[field]
  const values = useMemo(() => {
    if (field === undefined) return all
    return value === undefined ? undefined : { [field]: value }
  }, [field, value, all])
  const touched = values && form.isFieldsTouched() ? values : undefined
  return (
    <>
      <KeptInput
        name={name}
        creation={creation}
        values={touched}
        onRestore={(kept) => form.setFieldsValue(kept)}
      />
      <LeaveDialogQuestion hasInput={touched !== undefined} />
    </>
  )
}
