import { formatCount } from '@lims/contract/format-count.ts'
import type { OpenFreezerWork } from '@lims/contract/freezer-work.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { textOfFailure } from '../../api/call-error.ts'
import { openWorkQuery } from '../../entities/freezer-work/open-work-api.ts'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { AlarmList } from '../../features/temperature-alarms/alarm-list.tsx'
import { formatLastDay } from '../../ui/format-moment.ts'
import { LoadError, StaleMark } from '../../ui/load-error.tsx'
import { DashboardCard } from './dashboard-card.tsx'
import styles from './freezer-work-cards.module.css'

/** Temperature alarms, overdue tubes and unfinished work at the freezers; each card only if there is any. */
export function FreezerWorkCards() {
  const { data, error, dataUpdatedAt, refetch } = useQuery(openWorkQuery)
  if (!data) {
    return (
      error && (
        <DashboardCard title="Freezer work">
          <LoadError
            title="Alarms, overdue tubes and open work could not be loaded"
            text={textOfFailure(error)}
            onRetry={refetch}
          />
        </DashboardCard>
      )
    )
  }
  return (
    <>
      {error && <StaleMark readAt={dataUpdatedAt} onRetry={refetch} />}
      {data.loggers > 0 && <TemperatureCard work={data} />}
      {data.totalOverdue > 0 && <OverdueCard work={data} />}
      {data.moves.length > 0 && <MovesCard work={data} />}
      {data.pickLists.length + data.stockTakes.length > 0 && <CountingCard work={data} />}
    </>
  )
}

type Props = { work: OpenFreezerWork }

function TemperatureCard({ work: { loggers, alarms, totalAlarms } }: Props) {
  return (
    <DashboardCard
      title="Temperatures"
      hint={<span className="muted">{formatCount(loggers, 'logger')}</span>}
    >
      {totalAlarms === 0 ? <p className="muted">No alarm.</p> : <AlarmList alarms={alarms} />}
      {totalAlarms > alarms.length && (
        <p className="muted">and {(totalAlarms - alarms.length).toLocaleString('en')} more</p>
      )}
    </DashboardCard>
  )
}

function OverdueCard({ work: { overdue, totalOverdue } }: Props) {
  return (
    <DashboardCard
      title="Overdue tubes"
      hint={
        <Link to="/custody" search={{ show: 'overdue' }}>
          {totalOverdue.toLocaleString('en')} overdue
        </Link>
      }
    >
      <ul className={styles.list}>
        {overdue.map(({ id, name, alias, personName, expectedReturnAt }) => (
          <Entry
            key={id}
            link={<SampleLink id={id} name={name} alias={alias} />}
            text={`${personName}, due ${formatLastDay(expectedReturnAt)}`}
          />
        ))}
      </ul>
    </DashboardCard>
  )
}

function MovesCard({ work: { moves } }: Props) {
  return (
    <DashboardCard title="Boxes being moved">
      <ul className={styles.list}>
        {moves.map(({ id, name, moved, boxes, pickedUp }) => (
          <Entry
            key={id}
            link={
              <Link to="/moves/$moveId" params={{ moveId: id }}>
                {name}
              </Link>
            }
            text={`${moved} of ${boxes} moved${pickedUp > 0 ? `, ${pickedUp} out of the cold` : ''}`}
          />
        ))}
      </ul>
    </DashboardCard>
  )
}

function CountingCard({ work: { pickLists, stockTakes } }: Props) {
  return (
    <DashboardCard title="Picking and counting" hint={<Link to="/freezer-work">Freezer work</Link>}>
      <ul className={styles.list}>
        {pickLists.map(({ id, name, personName, wanted }) => (
          <Entry
            key={id}
            link={
              <Link to="/picks/$pickListId" params={{ pickListId: id }}>
                {name}
              </Link>
            }
            text={`for ${personName}, ${wanted.toLocaleString('en')} left to pick`}
          />
        ))}
        {stockTakes.map(({ id, storageName, numBoxes, numFinishedBoxes }) => (
          <Entry
            key={id}
            link={
              <Link to="/stock-takes/$stockTakeId" params={{ stockTakeId: id }}>
                Stock-take of {storageName}
              </Link>
            }
            text={`${numFinishedBoxes.toLocaleString('en')} of ${numBoxes.toLocaleString('en')} boxes counted`}
          />
        ))}
      </ul>
    </DashboardCard>
  )
}

const Entry = ({ link, text }: { link: ReactNode; text: string }) => (
  <li>
    {link}
    <span className="muted numbers">{text}</span>
  </li>
)
