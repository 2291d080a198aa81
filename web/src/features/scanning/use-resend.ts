import { healthApi } from '@lims/contract/health.ts'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'

const checkIntervalMs = 3000

type Scan = { progress: { state: string } }

const isOpen = ({ progress: { state } }: Scan) =>
  state === 'waiting' || state === 'sending' || state === 'unsent'

/** Sends unsent scans again when the network returns, and when the server is ready again after it was not. */
export function useResend(queue: { retryUnsent: () => void } | undefined, scans: readonly Scan[]) {
  const hasUnsent = scans.some(({ progress }) => progress.state === 'unsent')
  const hasOpen = scans.some(isOpen)
  /** Prevents a scan that fails although the server is ready from being sent again every few seconds. */
  const wasReady = useRef(false)

  // The next unsent scan is a new failure of the connection, however short it was.
  useEffect(() => {
    if (!hasOpen) wasReady.current = false
  }, [hasOpen])

  // Synchronises with the network, whose return the browser reports, and with the server, which is polled.
  useEffect(() => {
    if (!queue || !hasUnsent) return
    const retry = () => queue.retryUnsent()
    window.addEventListener('online', retry)
    const timer = setInterval(async () => {
      const isReady = await isServerReady()
      if (isReady && !wasReady.current) retry()
      wasReady.current = isReady
    }, checkIntervalMs)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [hasUnsent, queue])
}

/** Whether the server replies and reaches its database. */
const isServerReady = (): Promise<boolean> =>
  call(healthApi.ready, {}).then(
    () => true,
    () => false,
  )
