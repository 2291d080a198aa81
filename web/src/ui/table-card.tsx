import type { ReactNode } from 'react'
import styles from './table-card.module.css'

/** The card around a table of records. */
export function TableCard({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>
}
