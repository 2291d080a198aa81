import type { FormInstance } from 'antd'
import { CallError } from '../api/call-error.ts'

/** Shows the server's message at the field that it names, and moves the focus there. */
export function showFieldError<V>(form: FormInstance<V>, failure: Error): void {
  if (!(failure instanceof CallError) || !failure.field) return
  const name = failure.field as never
  if (!form.getFieldInstance(name)) return
  form.setFields([{ name, errors: [failure.message] }])
  form.focusField(name)
}
