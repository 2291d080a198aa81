import { Link } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { createContext, useContext } from 'react'
import { createPortal } from 'react-dom'
import styles from './page-trail.module.css'

export type Crumb = { label: string; href?: string }

/** The place in the frame where the breadcrumb stands; null where there is no frame. */
export const TrailPlace = createContext<HTMLElement | null>(null)

/** More would leave each crumb a letter or two: those in the middle go into a menu. */
const shownAtMost = 5
const shownAtEnd = 3

const asItem = ({ label, href = '' }: Crumb) => ({
  key: `${href} ${label}`,
  label: <Link to={href}>{label}</Link>,
})

const crumb = ({ label, href }: Crumb) => (
  <li key={`${href} ${label}`}>
    {href ? <Link to={href}>{label}</Link> : <span aria-current="page">{label}</span>}
  </li>
)

/** The way to this page. Written by the page, which knows the names, and shown by the frame. */
export function PageTrail({ crumbs }: { crumbs: readonly Crumb[] }) {
  const place = useContext(TrailPlace)
  if (!place) return null
  const isLong = crumbs.length > shownAtMost
  const middle = crumbs.slice(1, -shownAtEnd)
  return createPortal(
    <nav aria-label="Breadcrumb">
      <ol className={styles.trail}>
        {crumbs.slice(0, isLong ? 1 : undefined).map(crumb)}
        {isLong && (
          <li>
            <Dropdown menu={{ items: middle.map(asItem) }} trigger={['click']}>
              <Button type="text" size="small" aria-label={`${middle.length} levels between`}>
                …
              </Button>
            </Dropdown>
          </li>
        )}
        {isLong && crumbs.slice(-shownAtEnd).map(crumb)}
      </ol>
    </nav>,
    place,
  )
}
