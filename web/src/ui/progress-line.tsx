import { formatNumber } from '@lims/contract/format-count.ts'
import styles from './progress-line.module.css'

/** A bar with its numbers, such as '12 of 40'. `of`: what the bar belongs to, for screen readers. */
export function ProgressLine({
  done,
  total,
  text = `${formatNumber(done)} of ${formatNumber(total)}`,
  of,
}: {
  done: number
  total: number
  text?: string
  of?: string
}) {
  return (
    <span className={styles.line}>
      <progress
        aria-label={of === undefined ? text : `${of}: ${text}`}
        value={Math.min(done, total)}
        max={Math.max(total, 1)}
      />
      <span className="numbers muted" aria-hidden>
        {text}
      </span>
    </span>
  )
}
