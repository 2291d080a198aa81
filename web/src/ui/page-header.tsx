import type { ReactNode } from 'react'
import styles from './page-header.module.css'
import { type Crumb, PageTrail } from './page-trail.tsx'

type Props = {
  /** Names the page in the browser's tab and in the breadcrumb. */
  title: string
  /** Instead of the title, in the page itself. */
  heading?: string
  /** Beside the title, such as a status. */
  tag?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  /** The way here, shown in the top bar before the title: `[{ label: 'Batches', href: '/batches' }]`. */
  trail?: readonly Crumb[]
}

/** Heads a page, names the browser's tab and fills the breadcrumb. */
export function PageHeader({ title, heading = title, tag, subtitle, actions, trail = [] }: Props) {
  return (
    <header className={styles.header}>
      <title>{`${title} · LIMS`}</title>
      <PageTrail crumbs={[...trail, { label: title }]} />
      <div className={styles.words}>
        <div className={styles.line}>
          <h1>{heading}</h1>
          {tag}
        </div>
        {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
