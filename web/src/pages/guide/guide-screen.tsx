import { Link, useParams } from '@tanstack/react-router'
import { Card } from 'antd'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { type GuidePage, guidePages } from './guide-pages.ts'
import styles from './guide-screen.module.css'
import { Markdown } from './markdown.tsx'

/** The guide for the people who use LIMS: the pages of `docs/guide`, the first one if the address names none. */
export function GuideScreen() {
  const { page = guidePages[0]?.id } = useParams({ strict: false })
  const shown = guidePages.find(({ id }) => id === page)

  return (
    <>
      <PageHeader title={shown?.title ?? 'Guide'} trail={[{ label: 'Guide', href: '/guide' }]} />
      <div className={styles.columns}>
        <nav aria-label="Pages of the guide" className={styles.contents}>
          <ol>
            {guidePages.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to="/guide/$page"
                  params={{ page: id }}
                  {...(id === page && { 'aria-current': 'page' })}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        {shown ? (
          <Card>
            <article className={styles.article}>
              <Markdown text={shown.text} />
            </article>
            <Next page={shown} />
          </Card>
        ) : (
          <EmptyState text="The guide has no such page." />
        )}
      </div>
    </>
  )
}

function Next({ page }: { page: GuidePage }) {
  const next = guidePages[guidePages.indexOf(page) + 1]
  return (
    next && (
      <p className={styles.next}>
        Next:{' '}
        <Link to="/guide/$page" params={{ page: next.id }}>
          {next.title}
        </Link>
      </p>
    )
  )
}
