import { App } from 'antd'
import { useEffect } from 'react'

const keys = new WeakMap<Error, string>()

/** Stores under which key the notification of a failure is open, so that `useDismissedNotice` can close it. */
export const rememberNoticeKey = (failure: Error, key: string) => void keys.set(failure, key)

/** Closes the notification of a form's failure when the form is submitted again or left. */
export function useDismissedNotice(failure: Error | null) {
  const { notification } = App.useApp()

  // Synchronises with antd's notifications, which are outside the form.
  useEffect(() => {
    const key = failure && keys.get(failure)
    return () => {
      if (key) notification.destroy(key)
    }
  }, [failure, notification])
}
