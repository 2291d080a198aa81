import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type Props = { text: string; action?: ReactNode; isCompact?: boolean }

/** Shown instead of an empty list, with an action. Compact: one line at the start of a small card. */
export function EmptyState({ text, action, isCompact = false }: Props) {
  return (
    <div className={styles.empty} data-compact={isCompact}>
      <p>{text}</p>
      {action}
    </div>
  )
}
