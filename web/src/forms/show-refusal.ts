import type { FormInstance } from 'antd'
import { CallError } from '../api/call-error.ts'

/** Puts the server's sentence on the field that is at fault, beside the notice, and the focus into it. */
export function showRefusal<V>(form: FormInstance<V>, failure: Error): void {
  if (!(failure instanceof CallError) || !failure.field) return
  const name = failure.field as never
  if (!form.getFieldInstance(name)) return
  form.setFields([{ name, errors: [failure.message] }])
  form.focusField(name)
}
