import { AuditOutlined, ExportOutlined, SwapOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { formatCount } from '@lims/contract/format-count.ts'
import type { OpenFreezerWork } from '@lims/contract/freezer-work.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { QueryError } from '../../api/query-error.tsx'
import { openWorkQuery } from '../../entities/freezer-work/freezer-work-api.ts'
import {
  OpenMoves,
  OpenPickLists,
  OpenStockTakes,
  TubesToPutAway,
} from '../../features/freezer-work/open-freezer-work.tsx'
import { StaleMark } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './freezer-work-screen.module.css'

type Entry = {
  to: string
  title: string
  text: string
  icon: ReactNode
  /** What is open, with links to it; false if nothing is. */
  open: (work: OpenFreezerWork) => ReactNode
}

const entries = [
  {
    to: '/custody',
    title: 'Check out and return',
    text: 'Take tubes out for a purpose, return them, and see who has what.',
    icon: <SwapOutlined aria-hidden />,
    open: (work) =>
      (work.totalOverdue > 0 || work.totalToPutAway > 0) && (
        <>
          {work.totalOverdue > 0 && (
            <Link to="/custody" search={{ show: 'overdue' }}>
              {formatCount(work.totalOverdue, 'tube')} overdue
            </Link>
          )}
          {work.totalToPutAway > 0 && <TubesToPutAway {...work} />}
        </>
      ),
  },
  {
    to: '/picks',
    title: 'Pick lists',
    text: 'Reserve tubes for a person, and fetch them in the order of the walk.',
    icon: <UnorderedListOutlined aria-hidden />,
    open: ({ pickLists }) => pickLists.length > 0 && <OpenPickLists pickLists={pickLists} />,
  },
  {
    to: '/stock-takes',
    title: 'Stock-takes',
    text: 'Count a freezer by scanning, and decide what is accepted of the differences.',
    icon: <AuditOutlined aria-hidden />,
    open: ({ stockTakes }) => stockTakes.length > 0 && <OpenStockTakes stockTakes={stockTakes} />,
  },
  {
    to: '/moves',
    title: 'Evacuate and consolidate',
    text: 'Empty a freezer, free racks, or merge boxes that are nearly empty.',
    icon: <ExportOutlined aria-hidden />,
    open: ({ moves }) => moves.length > 0 && <OpenMoves moves={moves} />,
  },
] as const satisfies Entry[]

/** The pages for work at the freezer, each with its open work. */
export function FreezerWorkScreen() {
  const { data, error, dataUpdatedAt, refetch } = useQuery(openWorkQuery)
  return (
    <>
      <PageHeader title="Freezer work" />
      {error && !data && <QueryError title="The open work could not be loaded" query={{ error, refetch }} />}
      {error && data && <StaleMark readAt={dataUpdatedAt} onRetry={refetch} />}
      <ul className={styles.entries}>
        {entries.map(({ to, title, text, icon, open }) => (
          <li key={to} className={styles.entry ?? ''}>
            <Link to={to} className={styles.link ?? ''}>
              <span className={styles.icon}>{icon}</span>
              <span>
                <h2>{title}</h2>
                <span className="muted">{text}</span>
              </span>
            </Link>
            {data && <OpenWork>{open(data)}</OpenWork>}
          </li>
        ))}
      </ul>
    </>
  )
}

const OpenWork = ({ children }: { children: ReactNode }) =>
  children && <div className={styles.open}>{children}</div>
