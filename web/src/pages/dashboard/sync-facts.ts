import type { SyncStatus } from '@lims/contract/sync.ts'
import { formatInstant } from '../../ui/format-instant.ts'

export const statusWord = ({ isRunning }: SyncStatus) => (isRunning ? 'Running' : 'Stopped')

export const lastScan = ({ lastScanTime }: SyncStatus) =>
  lastScanTime === null ? 'No scan yet' : formatInstant(lastScanTime)

/** The count of the last scan says nothing once this one has found more. */
const isExpected = ({ isRunning, filesProcessed, filesExpected }: SyncStatus) =>
  isRunning && filesExpected !== null && filesExpected > filesProcessed

/** '1,204', or '1,204 of about 2,000' while a scan runs after an earlier one. */
export function filesProcessed(status: SyncStatus): string {
  const { filesProcessed, filesExpected } = status
  const done = filesProcessed.toLocaleString('en')
  return isExpected(status) && filesExpected ? `${done} of about ${filesExpected.toLocaleString('en')}` : done
}

/** How far a scan is, of the files that the one before looked at; undefined where that cannot be told. */
export function percentDone(status: SyncStatus): number | undefined {
  const { filesProcessed, filesExpected } = status
  if (!isExpected(status) || !filesExpected) return undefined
  return Math.min(99, Math.floor((100 * filesProcessed) / filesExpected))
}
