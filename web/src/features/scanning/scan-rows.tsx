import { Button } from 'antd'
import type { ReactNode } from 'react'
import { formatOnClock } from '../../ui/clock.ts'
import { canRemove, type QueuedScan } from './scan-list.ts'
import type { ScanMark } from './scan-mark.ts'
import styles from './scan-rows.module.css'
import { useConfirmRemoval } from './use-confirm-removal.ts'

const maxShownScans = 100
const formatTime = formatOnClock({ timeStyle: 'medium' })

type Props<Scan extends QueuedScan> = {
  scans: readonly Scan[]
  label?: string
  markOf: (scan: Scan) => ScanMark
  renderScan: (scan: Scan) => ReactNode
  onRetry: (id: string) => void
  /** Removes a scan that fails again and again. */
  onRemove: (id: string) => void
}

/** Scans, newest first, each with its mark and its time. */
export function ScanRows<Scan extends QueuedScan>({
  scans,
  label = 'Scans of this session',
  markOf,
  renderScan,
  onRetry,
  onRemove,
}: Props<Scan>) {
  const confirmRemoval = useConfirmRemoval(onRemove)
  if (scans.length === 0) return <p className="muted">Nothing scanned yet.</p>
  return (
    <ol className={styles.list} aria-label={label}>
      {scans.slice(0, maxShownScans).map((scan) => {
        const { sign, tone } = markOf(scan)
        return (
          <li key={scan.id} data-tone={tone}>
            <span className={styles.sign} aria-hidden>
              {sign}
            </span>
            <span className={styles.details}>{renderScan(scan)}</span>
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
            <time className={`${styles.time} numbers muted`}>{formatTime(scan.scannedAt)}</time>
          </li>
        )
      })}
    </ol>
  )
}
