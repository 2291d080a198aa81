import { Form } from 'antd'
import { KeptInput } from './kept-input.tsx'

/** `KeptInput` for the form inside of which it is rendered. */
export function KeptFormInput({ name }: { name: string }) {
  const form = Form.useFormInstance()
  const values: object | undefined = Form.useWatch([], form)
  return (
    <KeptInput
      name={name}
      values={values && form.isFieldsTouched() ? values : undefined}
      onRestore={(kept) => form.setFieldsValue(kept)}
    />
  )
}
