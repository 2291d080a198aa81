import { healthApi } from '@lims/contract/health.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { currentSession } from '../../entities/session/session.ts'
import { queuesOf } from './queues-by-person.ts'

const checkIntervalMs = 3000
const checkTimeoutMs = 10_000
/** A scan that fails although the server is ready is not sent again every few seconds. */
const patienceMs = 30_000

/**
 * Sends the unsent scans of the person who is signed in again, of whatever page, when the network returns and when the
 * server is ready again.
 */
export function useResend(): void {
  const queryClient = useQueryClient()

  // Synchronises with the network, whose return the browser reports, and with the server, which is polled.
  useEffect(() => {
    const ownQueues = () => queuesOf(queryClient, currentSession()?.user.sub)
    /** When a scan was sent again, by its id. */
    const triedAt = new Map<string, number>()

    let isWaiting = false
    async function check() {
      // On a silent connection, requests that pile up would take all connections of the browser.
      if (isWaiting || ownQueues().every((queue) => queue.failedScanId() === undefined)) return
      isWaiting = true
      const isReady = await isServerReady()
      isWaiting = false
      if (!isReady) return triedAt.clear()
      for (const queue of ownQueues()) {
        const id = queue.failedScanId()
        // The clock may have been set back since.
        if (id === undefined || Math.abs(Date.now() - (triedAt.get(id) ?? 0)) < patienceMs) continue
        triedAt.set(id, Date.now())
        queue.retryUnnoticed()
      }
    }

    function retryAll() {
      for (const queue of ownQueues()) queue.retryUnsent()
    }

    window.addEventListener('online', retryAll)
    const timer = setInterval(check, checkIntervalMs)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retryAll)
    }
  }, [queryClient])
}

/** Whether the server replies and reaches its database. */
const isServerReady = (): Promise<boolean> =>
  call(healthApi.ready, {}, { signal: AbortSignal.timeout(checkTimeoutMs) }).then(
    () => true,
    () => false,
  )
