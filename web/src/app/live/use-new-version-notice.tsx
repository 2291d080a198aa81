import { App, Button } from 'antd'
import type { NotificationInstance } from 'antd/es/notification/interface'
import { useEffect } from 'react'
import { isNewVersionInstalled } from './new-version.ts'

const key = 'new-version'

/** Until the page is reloaded, or its version is installed again, whoever is signed in. */
let isOutdated = false

/** Returns what to do when the server is back after an interruption: it may have been updated. */
export function useNewVersionNotice(): () => Promise<void> {
  const { notification } = App.useApp()

  // The notices of the person before are closed when the next one is signed in, for whom the page is mounted anew.
  useEffect(() => {
    if (isOutdated) showNotice(notification)
  }, [notification])

  return async () => {
    isOutdated = (await isNewVersionInstalled()) ?? isOutdated
    if (isOutdated) showNotice(notification)
    else notification.destroy(key)
  }
}

const showNotice = (notification: NotificationInstance) =>
  notification.info({
    key,
    title: 'A newer version is installed',
    description: 'Save what you have entered, then reload this page. Scans that are not sent yet are kept.',
    duration: 0,
    actions: (
      <Button size="small" onClick={() => window.location.reload()}>
        Reload
      </Button>
    ),
  })
