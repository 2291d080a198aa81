import { formatCount } from '@lims/contract/format-count.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { clock, formatOnClock } from '../../ui/clock.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import { canRemove, type QueuedScan } from './scan-list.ts'
import type { ScanMark } from './scan-mark.ts'
import styles from './scan-rows.module.css'
import { useConfirmRemoval } from './use-confirm-removal.ts'

const maxShownScans = 100
const formatTime = formatOnClock({ timeStyle: 'medium' })

/** '14:02:11' of today, 'yesterday, 14:02', '19 Nov, 14:02': a tab may stay open for days. */
const formatScanTime = (at: number): string =>
  clock().dayOf(new Date(at)) === clock().dayOf(new Date()) ? formatTime(at) : formatMoment(at)

type Props<Scan extends QueuedScan> = {
  scans: readonly Scan[]
  label?: string
  markOf: (scan: Scan) => ScanMark
  renderScan: (scan: Scan) => ReactNode
  /** What can be done with the tube of a scan. */
  renderAction?: (scan: Scan) => ReactNode
  onRetry: (id: string) => void
  /** Removes a scan that fails again and again. */
  onRemove: (id: string) => void
}

/** Whether a person has to see a scan however old it is. */
const needsAttention = ({ progress }: QueuedScan) =>
  progress.state === 'refused' || progress.isOwnFailure === true

/** The newest scans, and older ones that were refused or fail by themselves, each with its mark and its time. */
export function ScanRows<Scan extends QueuedScan>({
  scans,
  label = 'Scans of this session',
  markOf,
  renderScan,
  renderAction,
  onRetry,
  onRemove,
}: Props<Scan>) {
  const confirmRemoval = useConfirmRemoval(onRemove)
  useRerenderDaily()
  if (scans.length === 0) return <p className="muted">Nothing scanned yet.</p>
  const shown = scans.filter((scan, index) => index < maxShownScans || needsAttention(scan))
  const hidden = scans.length - shown.length
  return (
    <>
      <ol className={styles.list} aria-label={label}>
        {shown.map((scan) => {
          const { sign, tone } = markOf(scan)
          return (
            <li key={scan.id} data-tone={tone}>
              <span className={styles.sign} aria-hidden>
                {sign}
              </span>
              <span className={styles.details}>{renderScan(scan)}</span>
              {renderAction?.(scan)}
              {canRemove(scan) && (
                <Button size="small" onClick={() => confirmRemoval(scan)}>
                  Remove…
                </Button>
              )}
              {scan.progress.state === 'unsent' && (
                <Button size="small" onClick={() => onRetry(scan.id)}>
                  Retry
                </Button>
              )}
              <time className={`${styles.time} numbers muted`}>{formatScanTime(scan.scannedAt)}</time>
            </li>
          )
        })}
      </ol>
      {hidden > 0 && (
        <p className="muted">{formatCount(hidden, 'earlier scan is', 'earlier scans are')} not shown.</p>
      )}
    </>
  )
}
