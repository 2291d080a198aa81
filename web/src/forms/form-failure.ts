import type { FormInstance } from 'antd'
import { useEffect } from 'react'
import { CallError } from '../api/call-error.ts'
import { closeNotice } from '../api/failure-notices.ts'

/** Shows the server's message at the field that it names, and moves the focus there. */
export function showFieldError<V>(form: FormInstance<V>, failure: Error): void {
  if (!(failure instanceof CallError) || !failure.field) return
  const name = failure.field as never
  if (!form.getFieldInstance(name)) return
  form.setFields([{ name, errors: [failure.message] }])
  form.focusField(name)
}

/** Closes the notification of a form's failure when the form is submitted again or left. */
export function useDismissedNotice(failure: Error | null) {
  // Synchronises with antd's notifications, which are outside the form.
  useEffect(() => () => void (failure && closeNotice(failure)), [failure])
}
