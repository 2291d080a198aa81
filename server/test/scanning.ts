import type { SyncStatus } from '@lims/contract/sync.ts'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Transaction } from '../src/db/database.ts'
import type { Lab } from './lab.ts'
import { ok } from './ok.ts'

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
  const begin = () => ok(lab.post('/sync/trigger', {}))
  /** Scans, and returns the status at the end. */
  const scan = async (): Promise<SyncStatus> => {
    await begin()
    return untilEnded()
  }
  return {
    status,
    untilEnded,
    scan,
    /** Scans, and returns the address of each BAM file that was found, by its path. */
    scanForFiles: async (): Promise<Record<string, string>> => {
      await scan()
      const files = await lab.db.selectFrom('data_file').selectAll().where('is_gone', '=', false).execute()
      return Object.fromEntries(files.map(({ path, uri }) => [path, uri]))
    },
    /** Begins a scan, which waits for the transaction before it saves anything. */
    beginLocked: (trx: Transaction) =>
      lab.db.transaction().execute(async (reading) => {
        // A scan first reads what is known.
        await sql`lock table dvc_file in access exclusive mode`.execute(reading)
        await begin()
        const { rows } = await sql`select from sync_run where ended_at is null for update`.execute(trx)
        expect(rows).toHaveLength(1)
      }),
    messages: async () => (await status()).recentErrors.map(({ message }) => message),
  }
}
