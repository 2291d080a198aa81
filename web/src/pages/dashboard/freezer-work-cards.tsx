import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { OpenFreezerWork } from '@lims/contract/freezer-work.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { QueryError } from '../../api/query-error.tsx'
import { openWorkQuery } from '../../entities/freezer-work/freezer-work-api.ts'
import {
  OpenMoves,
  OpenPickLists,
  OpenStockTakes,
  OverdueTubes,
  TubesToPutAway,
} from '../../features/freezer-work/open-freezer-work.tsx'
import { AlarmList } from '../../features/temperature-alarms/alarm-list.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { StaleMark } from '../../ui/load-error.tsx'
import { DashboardCard } from './dashboard-card.tsx'

const AllAlarmsDialog = lazyDialog(() =>
  import('./all-alarms-dialog.tsx').then((file) => file.AllAlarmsDialog),
)

/**
 * Temperature alarms, overdue tubes, tubes to put away and unfinished work at the freezers; each card only if there is
 * any.
 */
export function FreezerWorkCards() {
  const work = useQuery(openWorkQuery)
  const { data, isError, dataUpdatedAt, refetch } = work
  if (!data) {
    return (
      isError && (
        <DashboardCard title="Freezer work">
          <QueryError title="Alarms, overdue tubes and open work could not be loaded" query={work} />
        </DashboardCard>
      )
    )
  }
  return (
    <>
      {isError && <StaleMark readAt={dataUpdatedAt} onRetry={refetch} />}
      {data.loggers > 0 && <TemperatureCard work={data} />}
      {data.totalOverdue > 0 && <OverdueCard work={data} />}
      {data.totalToPutAway > 0 && <PutAwayCard work={data} />}
      {data.moves.length > 0 && <MovesCard work={data} />}
      {data.pickLists.length + data.stockTakes.length > 0 && <CountingCard work={data} />}
    </>
  )
}

type Props = { work: OpenFreezerWork }

function TemperatureCard({ work: { loggers, alarms, totalAlarms } }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  return (
    <DashboardCard
      title="Temperatures"
      hint={<span className="muted">{formatCount(loggers, 'logger')}</span>}
    >
      <AlarmList alarms={alarms} empty={<p className="muted">No alarm.</p>} />
      {totalAlarms > alarms.length && (
        <Button type="link" style={{ padding: 0 }} onClick={() => setShowsAll(true)}>
          and {formatNumber(totalAlarms - alarms.length)} more
        </Button>
      )}
      <AllAlarmsDialog isOpen={showsAll} onClose={() => setShowsAll(false)} />
    </DashboardCard>
  )
}

function OverdueCard({ work: { overdue, totalOverdue } }: Props) {
  return (
    <DashboardCard
      title="Overdue tubes"
      hint={
        <Link to="/custody" search={{ show: 'overdue' }}>
          {formatNumber(totalOverdue)} overdue
        </Link>
      }
    >
      <OverdueTubes overdue={overdue} />
    </DashboardCard>
  )
}

function PutAwayCard({ work }: Props) {
  return (
    <DashboardCard title="Tubes to put away">
      <TubesToPutAway {...work} />
    </DashboardCard>
  )
}

function MovesCard({ work: { moves } }: Props) {
  return (
    <DashboardCard title="Boxes being moved">
      <OpenMoves moves={moves} />
    </DashboardCard>
  )
}

function CountingCard({ work: { pickLists, stockTakes } }: Props) {
  return (
    <DashboardCard title="Picking and counting" hint={<Link to="/freezer-work">Freezer work</Link>}>
      {pickLists.length > 0 && <OpenPickLists pickLists={pickLists} />}
      {stockTakes.length > 0 && <OpenStockTakes stockTakes={stockTakes} />}
    </DashboardCard>
  )
}
