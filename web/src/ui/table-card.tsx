import type { ReactNode } from 'react'
import styles from './table-card.module.css'

/** The card that a table of records stands in. */
export function TableCard({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>
}
