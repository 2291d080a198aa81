import { formatNumber } from '@lims/contract/format-count.ts'
import styles from './progress-line.module.css'

/**
 * A bar with its numbers, such as '12 of 40'. `of`: what the bar belongs to, for screen readers. A text of its own may
 * name a 'Freezer 1 (-80 °C)', whose hyphen tabular figures would widen.
 */
export function ProgressLine({
  done,
  total,
  text,
  of,
}: {
  done: number
  total: number
  text?: string
  of?: string
}) {
  const shown = text ?? `${formatNumber(done)} of ${formatNumber(total)}`
  return (
    <span className={styles.line}>
      <progress
        aria-label={of === undefined ? shown : `${of}: ${shown}`}
        value={Math.min(done, total)}
        max={Math.max(total, 1)}
      />
      <span className={text === undefined ? 'numbers muted' : 'muted'} aria-hidden>
        {shown}
      </span>
    </span>
  )
}
