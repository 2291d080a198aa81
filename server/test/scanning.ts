import type { SyncStatus } from '@lims/contract/sync.ts'
import { expect, vi } from 'vitest'
import type { Lab } from './lab.ts'

/** The calls about scans, as the dashboard makes them. */
export function scanning(lab: Lab) {
  const status = async (): Promise<SyncStatus> => (await lab.get('/sync/status')).json()
  /** Waits for the end of a scan and returns the status then. */
  const untilEnded = (): Promise<SyncStatus> =>
    vi.waitFor(
      async () => {
        const now = await status()
        expect(now.isRunning).toBe(false)
        return now
      },
      { timeout: 50_000, interval: 20 },
    )
  return {
    status,
    untilEnded,
    /** Scans, and returns the status at the end. */
    scan: async (): Promise<SyncStatus> => {
      const begun = await lab.post('/sync/trigger', {})
      expect(begun.statusCode, begun.body).toBe(200)
      return untilEnded()
    },
    messages: async () => (await status()).recentErrors.map(({ message }) => message),
  }
}
