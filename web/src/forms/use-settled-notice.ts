import { App } from 'antd'
import { useEffect } from 'react'
import { noticeKeyOf } from '../api/notice-key.ts'

/** Takes the notice of a form's failure away when the form is sent again or left. */
export function useSettledNotice(failure: Error | null) {
  const { notification } = App.useApp()

  // In step with the notices, which stand outside the form.
  useEffect(() => {
    const key = failure && noticeKeyOf(failure)
    return () => {
      if (key) notification.destroy(key)
    }
  }, [failure, notification])
}
