import type { ReactNode } from 'react'
import styles from './page-header.module.css'
import { type Crumb, PageTrail } from './page-trail.tsx'

type Props = {
  /** The title in the browser's tab and in the breadcrumb. */
  title: string
  /** The heading of the page, if it is not the title. */
  heading?: string
  /** Beside the title, such as a status. */
  tag?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  /** The breadcrumb before the title: `[{ label: 'Batches', href: '/batches' }]`. */
  trail?: readonly Crumb[]
}

/** The id of the heading of the open page, which names `main`, and has the focus when the page is opened. */
export const headingId = 'page-heading'

/** The header of a page. Also sets the title of the browser's tab and the breadcrumb in the top bar. */
export function PageHeader({ title, heading = title, tag, subtitle, actions, trail = [] }: Props) {
  return (
    <header className={styles.header}>
      <title>{`${title} · LIMS`}</title>
      <PageTrail crumbs={[...trail, { label: title }]} />
      <div className={styles.words}>
        <div className={styles.line}>
          <h1 id={headingId} tabIndex={-1}>
            {heading}
          </h1>
          {tag}
        </div>
        {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
