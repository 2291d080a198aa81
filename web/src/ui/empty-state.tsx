import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type Props = { title?: string; text: string; action?: ReactNode; isCompact?: boolean }

/**
 * Shown instead of an empty list or a record that does not exist, with an action. Compact: one line at the start of a
 * small card.
 */
export function EmptyState({ title, text, action, isCompact = false }: Props) {
  return (
    <div className={styles.empty} data-compact={isCompact}>
      {title && <h2>{title}</h2>}
      <p>{text}</p>
      {action}
    </div>
  )
}
