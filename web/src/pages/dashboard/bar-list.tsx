import { formatNumber } from '@lims/contract/format-count.ts'
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './bar-list.module.css'

export type Bar = {
  key: string
  /** For screen readers: '6,240 RECEIVED'. */
  name: string
  label: ReactNode
  count: number
  colour: string
  to: Pick<LinkProps, 'to' | 'search'>
}

/** Counts as bars with numbers. Each links to what it counts. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const max = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ul className={styles.bars} aria-label={label}>
      {bars.map(({ key, name, label: words, count, colour, to }) => (
        <li key={key}>
          <Link {...to} className={styles.row} aria-label={name} data-empty={count === 0}>
            <span>{words}</span>
            <span className={styles.track} aria-hidden>
              {count > 0 && (
                <span
                  className={styles.bar}
                  style={{ width: `${(100 * count) / max}%`, background: colour }}
                />
              )}
            </span>
            <span className={styles.count}>{formatNumber(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
