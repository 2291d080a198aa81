import type { SyncStatus } from '@lims/contract/sync.ts'
import { expect, vi } from 'vitest'
import type { Lab } from './lab.ts'

/** The calls about scans, as the dashboard makes them. */
export function scanning(lab: Lab) {
  const status = async (): Promise<SyncStatus> => (await lab.get('/sync/status')).json()
  return {
    status,
    /** Scans, and answers how it ended. */
    scan: async (): Promise<SyncStatus> => {
      const begun = await lab.post('/sync/trigger', {})
      expect(begun.statusCode, begun.body).toBe(200)
      return vi.waitFor(
        async () => {
          const now = await status()
          expect(now.isRunning).toBe(false)
          return now
        },
        { timeout: 50_000, interval: 20 },
      )
    },
    messages: async () => (await status()).recentErrors.map(({ message }) => message),
  }
}
