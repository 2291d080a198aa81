import { Form, type FormInstance } from 'antd'
import { useEffect, useState } from 'react'

/** Whether the form may be sent: every rule holds. Shows no message on fields that were not touched yet. */
export function useSubmittable(form: FormInstance): boolean {
  const values: unknown = Form.useWatch([], form)
  const [submittable, setSubmittable] = useState(false)

  // In step with antd's form store, which validates asynchronously.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are what the rules look at
  useEffect(() => {
    let superseded = false
    const settle = (valid: boolean) => superseded || setSubmittable(valid)
    form.validateFields({ validateOnly: true }).then(
      () => settle(true),
      () => settle(false),
    )
    return () => {
      superseded = true
    }
  }, [form, values])

  return submittable
}
