import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useShownView } from './column-choice.ts'
import { viewsQuery } from './view-api.ts'
import styles from './view-links.module.css'
import { searchOf } from './view-search.ts'

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
            <Link
              to="/samples"
              search={searchOf(view)}
              className={styles.link ?? ''}
              title={view.isOwn ? view.name : `${view.name}, shared by ${view.ownerName}`}
              aria-current={view === current ? 'page' : undefined}
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
              onClick={onNavigate}
            >
              {view.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
