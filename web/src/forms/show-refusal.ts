import type { FormInstance } from 'antd'
import { CallError } from '../api/call-error.ts'

/** Puts the server's sentence on the field that is at fault, beside the notice. */
export function showRefusal<V>(form: FormInstance<V>, failure: Error): void {
  if (!(failure instanceof CallError) || !failure.field) return
  if (!form.getFieldInstance(failure.field as never)) return
  form.setFields([{ name: failure.field as never, errors: [failure.message] }])
}
