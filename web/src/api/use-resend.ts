import { healthApi } from '@lims/contract/health.ts'
import { useEffect, useRef } from 'react'
import { call } from './call.ts'

const askEveryMs = 3000

type Scan = { progress: { state: string } }

const isOpen = ({ progress: { state } }: Scan) =>
  state === 'waiting' || state === 'sending' || state === 'unsent'

/** Sends again what could not be sent, once the server answers after it did not. */
export function useResend(queue: { retryUnsent: () => void } | undefined, scans: readonly Scan[]) {
  const hasUnsent = scans.some(({ progress }) => progress.state === 'unsent')
  const hasOpen = scans.some(isOpen)
  /** What fails although the server answers is no reason to send it every few seconds. */
  const wasUp = useRef(false)

  // The next that cannot be sent tells of another silence, however short.
  useEffect(() => {
    if (!hasOpen) wasUp.current = false
  }, [hasOpen])

  // In step with the network, of whose end the browser tells, and with the server, which must be asked.
  useEffect(() => {
    if (!queue || !hasUnsent) return
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

/** Whether the server answers and reaches its database. */
const isServerReady = (): Promise<boolean> =>
  call(healthApi.ready, {}).then(
    () => true,
    () => false,
  )
