import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { SyncError, SyncStatus } from '@lims/contract/sync.ts'
import { Progress, Spin } from 'antd'
import { formatInstant } from '../../ui/format-instant.ts'
import styles from './sync-status.module.css'

// The parts of the sync status that the card and the dialog share.

export const formatStatus = ({ isRunning }: SyncStatus) => (isRunning ? 'Running' : 'Stopped')

/** The end of the last scan, whose numbers are shown; if it broke off, also that of the last complete one. */
export function formatLastScan({ lastScanTime, brokenOffTime }: SyncStatus): string {
  const complete = lastScanTime === null ? undefined : formatInstant(lastScanTime)
  if (brokenOffTime === null) return complete ?? 'No scan yet'
  return `${formatInstant(brokenOffTime)}, incomplete (last complete scan: ${complete ?? 'none'})`
}

/** The number of files of the last scan is a useful estimate until this scan has processed more. */
const hasEstimate = ({ isRunning, filesProcessed, filesExpected }: SyncStatus) =>
  isRunning && filesExpected !== null && filesExpected > filesProcessed

/** '1,204', or '1,204 of about 2,000' while a scan runs after an earlier one. */
export function formatFilesProcessed(status: SyncStatus): string {
  const { filesProcessed, filesExpected } = status
  const done = formatNumber(filesProcessed)
  return hasEstimate(status) && filesExpected ? `${done} of about ${formatNumber(filesExpected)}` : done
}

/** The progress of a running scan: in per cent of the files of the last scan, else as the number of files so far. */
export function ScanProgress({ status }: { status: SyncStatus }) {
  const { isRunning, filesProcessed, filesExpected } = status
  if (!isRunning) return null
  if (hasEstimate(status) && filesExpected) {
    const percent = Math.min(99, Math.floor((100 * filesProcessed) / filesExpected))
    return <Progress percent={percent} status="active" size="small" aria-label="Progress of the scan" />
  }
  return (
    <div className={styles.progress}>
      <Spin size="small" />
      <span className="numbers">{formatCount(filesProcessed, 'file')} so far</span>
    </div>
  )
}

/** The errors of scans, each with the time when it was first found. */
export function SyncErrors({ errors }: { errors: readonly SyncError[] }) {
  if (errors.length === 0) return null
  return (
    <ul className={styles.errors} aria-label="Recent errors">
      {errors.map(({ message, timestamp }) => (
        <li key={`${timestamp} ${message}`}>
          <span className={styles.sign} aria-hidden>
            !
          </span>
          <span className={styles.message}>{message}</span>
          <time className={styles.time} dateTime={timestamp}>
            {formatInstant(timestamp)}
          </time>
        </li>
      ))}
    </ul>
  )
}
