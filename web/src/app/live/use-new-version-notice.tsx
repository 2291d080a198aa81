import { App, Button } from 'antd'
import { isNewVersionInstalled } from './new-version.ts'

/** Returns what to do when the server is back after an interruption: it may have been updated. */
export function useNewVersionNotice(): () => Promise<void> {
  const { notification } = App.useApp()
  return async () => {
    if (!(await isNewVersionInstalled())) return
    notification.info({
      key: 'new-version',
      title: 'A newer version is installed',
      description: 'Save what you have entered, then reload this page. Scans that are not sent yet are kept.',
      duration: 0,
      actions: (
        <Button size="small" onClick={() => window.location.reload()}>
          Reload
        </Button>
      ),
    })
  }
}
