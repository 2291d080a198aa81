import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { createContext, useContext } from 'react'
import { createPortal } from 'react-dom'
import { ButtonMenu } from './button-menu.tsx'
import styles from './page-trail.module.css'

export type Crumb = { label: string; href?: string }

/** The element in the top bar that holds the breadcrumb; null without a top bar. */
export const TrailPlace = createContext<HTMLElement | null>(null)

/** A longer breadcrumb would leave each crumb a letter or two: those in the middle move into a menu. */
const maxCrumbs = 5
const crumbsAtEnd = 3

/** The page of a crumb is not the current one, though the address of the current page begins with its own. */
const CrumbLink = ({ label, href }: Required<Crumb>) => (
  <Link to={href} activeOptions={{ exact: true }}>
    {label}
  </Link>
)

const asItem = ({ label, href = '' }: Crumb) => ({
  key: `${href} ${label}`,
  label: <CrumbLink label={label} href={href} />,
})

const crumb = ({ label, href }: Crumb) => (
  <li key={`${href} ${label}`} title={label}>
    {href ? <CrumbLink label={label} href={href} /> : <span aria-current="page">{label}</span>}
  </li>
)

/** The breadcrumb. The page renders it, because it knows the names, into the top bar. */
export function PageTrail({ crumbs }: { crumbs: readonly Crumb[] }) {
  const place = useContext(TrailPlace)
  if (!place) return null
  const isLong = crumbs.length > maxCrumbs
  const middle = crumbs.slice(1, -crumbsAtEnd)
  return createPortal(
    <nav aria-label="Breadcrumb">
      <ol className={styles.trail}>
        {crumbs.slice(0, isLong ? 1 : undefined).map(crumb)}
        {isLong && (
          <li>
            <ButtonMenu menu={{ items: middle.map(asItem) }}>
              <Button type="text" size="small" aria-label={`${middle.length} levels between`}>
                …
              </Button>
            </ButtonMenu>
          </li>
        )}
        {isLong && crumbs.slice(-crumbsAtEnd).map(crumb)}
      </ol>
    </nav>,
    place,
  )
}
