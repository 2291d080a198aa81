import { Form, type FormInstance } from 'antd'
import { useEffect, useState } from 'react'

/** Whether every rule of the form holds. Shows no messages, so that untouched fields do not turn red. */
export function useSubmittable(form: FormInstance): boolean {
  const values: unknown = Form.useWatch([], form)
  const [submittable, setSubmittable] = useState(false)

  // Synchronises with antd's form store, which validates asynchronously.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rules depend on the values
  useEffect(() => {
    let isOutdated = false
    const settle = (valid: boolean) => isOutdated || setSubmittable(valid)
    form.validateFields({ validateOnly: true }).then(
      () => settle(true),
      () => settle(false),
    )
    return () => {
      isOutdated = true
    }
  }, [form, values])

  return submittable
}
