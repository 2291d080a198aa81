import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect } from 'react'
import { useSession } from '../entities/session/session.ts'
import { keptScansKey, keysOf } from '../features/scanning/kept-scans.ts'

/** Sends the scans that this person had not sent when the browser was closed, whichever page is opened first. */
export function useLeftScans(): void {
  const owner = useSession()?.user.sub
  const queryClient = useQueryClient()
  const { notification } = App.useApp()

  // In step with the browser's store, which outlives the page.
  useEffect(() => {
    if (!owner || keysOf(localStorage, `${keptScansKey(owner)}.`).length === 0) return
    void sendLeft()

    async function sendLeft() {
      const { queueOf } = await import('../pages/receive/scan-queues.ts')
      const left = await queueOf(queryClient, owner).start()
      if (left === 0) return
      notification.info({
        title: left === 1 ? '1 scan is sent now' : `${left} scans are sent now`,
        description: `Kept since the browser was closed. Receive shows what became of ${left === 1 ? 'it' : 'them'}.`,
      })
    }
  }, [owner, queryClient, notification])
}
