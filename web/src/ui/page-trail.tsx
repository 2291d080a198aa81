import { Link } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import { createPortal } from 'react-dom'
import styles from './page-trail.module.css'

export type Crumb = { label: string; href?: string }

/** The place in the frame where the breadcrumb stands; null where there is no frame. */
export const TrailPlace = createContext<HTMLElement | null>(null)

/** The way to this page. Written by the page, which knows the names, and shown by the frame. */
export function PageTrail({ crumbs }: { crumbs: readonly Crumb[] }) {
  const place = useContext(TrailPlace)
  if (!place) return null
  return createPortal(
    <nav aria-label="Breadcrumb">
      <ol className={styles.trail}>
        {crumbs.map(({ label, href }) => (
          <li key={`${href} ${label}`}>
            {href ? <Link to={href}>{label}</Link> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </nav>,
    place,
  )
}
