import { ExpandOutlined } from '@ant-design/icons'
import { type ReactNode, useId } from 'react'
import styles from './dashboard-card.module.css'

type Props = {
  title: string
  /** Beside the title. */
  tag?: ReactNode
  /** At the end of the header. */
  hint?: ReactNode
  /** Opens the details; the title is then a button. */
  onOpen?: () => void
  className?: string | undefined
  children: ReactNode
}

export function DashboardCard({ title, tag, hint, onOpen, className = '', children }: Props) {
  const id = useId()
  return (
    <section className={`${styles.card} ${className}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>
          {onOpen ? (
            <button type="button" className={styles.open} onClick={onOpen} aria-haspopup="dialog">
              {title}
              <ExpandOutlined aria-hidden />
            </button>
          ) : (
            title
          )}
        </h2>
        {tag}
        {hint && <span className={styles.hint}>{hint}</span>}
      </header>
      {children}
    </section>
  )
}
