import { useEffect, useRef } from 'react'
import { isServerReady } from './receive-api.ts'
import type { ScanQueue } from './scan-queue.ts'
import { countOf } from './scan-session.ts'

const askEveryMs = 3000

/** Sends again what could not be sent, once the server answers after it did not. */
export function useResend(queue: ScanQueue, session: ReturnType<ScanQueue['session']>) {
  const hasUnsent = countOf(session, 'unsent') > 0
  /** A scan that fails although the server answers is no reason to send it every few seconds. */
  const wasUp = useRef(false)

  // In step with the network, of whose end the browser tells, and with the server, which must be asked.
  useEffect(() => {
    if (!hasUnsent) return
    const retry = () => queue.retryUnsent()
    window.addEventListener('online', retry)
    const timer = setInterval(async () => {
      const isUp = await isServerReady()
      if (isUp && !wasUp.current) retry()
      wasUp.current = isUp
    }, askEveryMs)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [hasUnsent, queue])
}
