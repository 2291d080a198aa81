import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { type ComponentProps, useId } from 'react'
import { useShownView } from './column-choice.ts'
import { viewsQuery } from './view-api.ts'
import styles from './view-links.module.css'
import { addressOf } from './view-search.ts'

/** Link to a view. Where several views have the same filters, the router takes each for the current page. */
const ViewLink = createLink(
  ({
    isShown,
    children,
    disabled: _,
    ...props
  }: ComponentProps<'a'> & { isShown: boolean; disabled?: boolean }) => (
    <a {...props} aria-current={isShown ? 'page' : undefined}>
      {children}
    </a>
  ),
)

/** The saved views in the side panel, one click away. */
export function ViewLinks({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { data: views = [] } = useQuery(viewsQuery)
  const titleId = useId()
  const current = useShownView()
  if (views.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={styles.views}>
      <h2 id={titleId} className={styles.title}>
        Views
      </h2>
      <ul className={styles.list}>
        {views.map((view) => (
          <li key={view.id}>
            <ViewLink
              to="/samples"
              search={addressOf(view, views)}
              className={styles.link ?? ''}
              title={view.isOwn ? view.name : `${view.name}, shared by ${view.ownerName}`}
              isShown={view === current}
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
              onClick={onNavigate}
            >
              {view.name}
            </ViewLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
