import { App, type FormInstance } from 'antd'
import { useEffect } from 'react'
import { CallError } from '../api/call-error.ts'

/** Shows the server's message at the field that it names, and moves the focus there. */
export function showFieldError<V>(form: FormInstance<V>, failure: Error): void {
  if (!(failure instanceof CallError) || !failure.field) return
  const name = failure.field as never
  if (!form.getFieldInstance(name)) return
  form.setFields([{ name, errors: [failure.message] }])
  form.focusField(name)
}

const noticeKeys = new WeakMap<Error, string>()

/** Stores the key of the notification of a failure, so that `useDismissedNotice` can close it. */
export const rememberNoticeKey = (failure: Error, key: string) => void noticeKeys.set(failure, key)

/** Closes the notification of a form's failure when the form is submitted again or left. */
export function useDismissedNotice(failure: Error | null) {
  const { notification } = App.useApp()

  // Synchronises with antd's notifications, which are outside the form.
  useEffect(() => {
    const key = failure && noticeKeys.get(failure)
    return () => {
      if (key) notification.destroy(key)
    }
  }, [failure, notification])
}
