import { Form } from 'antd'
import { useMemo } from 'react'
import { KeptInput } from './kept-input.tsx'

type Props = {
  name: string
  /** The one field whose input is kept; undefined: all fields. */
  field?: string
}

/** `KeptInput` for the form inside of which it is rendered. */
export function KeptFormInput({ name, field }: Props) {
  const form = Form.useFormInstance()
  const all: Record<string, unknown> | undefined = Form.useWatch([], form)
  const value = field === undefined ? undefined : all?.[field]
  const values = useMemo(() => {
    if (field === undefined) return all
    return value === undefined ? undefined : { [field]: value }
  }, [field, value, all])
  return (
    <KeptInput
      name={name}
      values={values && form.isFieldsTouched() ? values : undefined}
      onRestore={(kept) => form.setFieldsValue(kept)}
    />
  )
}
