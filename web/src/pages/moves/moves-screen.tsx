import type { MoveSummary } from '@lims/contract/moves.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { TableColumnType } from 'antd'
import { QueryError } from '../../api/query-error.tsx'
import { freezerWorkTrail } from '../../entities/freezer-work/trails.ts'
import { moveListQuery, moveStateNames } from '../../entities/move/move-api.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import styles from './moves.module.css'

const pageSize = 20

const columns: TableColumnType<MoveSummary>[] = [
  {
    title: 'Move',
    key: 'name',
    render: (_, { id, name }) => (
      <Link to="/moves/$moveId" params={{ moveId: id }} className={styles.listed ?? ''}>
        {name}
      </Link>
    ),
  },
  {
    title: 'State',
    key: 'state',
    width: 110,
    render: (_, { state }) => moveStateNames[state],
    responsive: ['md'],
  },
  {
    title: 'Boxes moved',
    key: 'moved',
    width: '35%',
    render: (_, { name, moved, boxes }) => <ProgressLine of={name} done={moved} total={boxes} />,
  },
  {
    title: 'Without a place',
    key: 'notFitting',
    width: 140,
    render: (_, { notFitting }) => (notFitting > 0 ? notFitting : '—'),
    responsive: ['md'],
  },
  {
    title: 'Started',
    key: 'started',
    render: (_, { startedAt, startedBy }) => `${formatMoment(startedAt)}, ${startedBy}`,
    responsive: ['md'],
  },
]

/** The moves of boxes, open ones first. */
export function MovesScreen() {
  useRerenderDaily()
  const { page = 1 } = useSearch({ from: '/signed-in/moves' })
  const navigate = useNavigate({ from: '/moves' })
  const moves = useQuery(moveListQuery({ pageNumber: page - 1, pageSize }))
  const denied = useDeniedProps('move.plan')
  const newPlan = (
    <LinkButton to="/moves/new" color="primary" variant="solid" {...denied}>
      New plan
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title="Evacuate and consolidate"
        trail={freezerWorkTrail}
        subtitle="Plan where boxes go, and move them by scanning."
        actions={newPlan}
      />
      {moves.isLoadingError ? (
        <QueryError title="The moves could not be loaded" query={moves} />
      ) : (
        <TableCard>
          <PagedTable
            rowKey="id"
            columns={columns}
            query={moves}
            rows={moves.data?.moves}
            total={moves.data?.totalMoves}
            page={page}
            pageSize={pageSize}
            onPage={(next) => navigate({ search: { page: next } })}
            empty={<EmptyState text="No boxes have been moved by a plan yet." />}
          />
        </TableCard>
      )}
    </>
  )
}
