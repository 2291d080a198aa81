import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { custodyListQuery } from '../../entities/custody/custody-api.ts'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { formatDay } from '../../ui/format-moment.ts'
import { DashboardCard } from './dashboard-card.tsx'
import styles from './overdue-card.module.css'

const shown = 4

/** The tubes that should have been returned; nothing while there are none. */
export function OverdueCard() {
  const { data } = useQuery(custodyListQuery({ show: 'overdue', pageSize: shown }))
  if (!data || data.total === 0) return null
  return (
    <DashboardCard
      title="Overdue tubes"
      hint={
        <Link to="/custody" search={{ show: 'overdue' }}>
          {data.total.toLocaleString('en')} overdue
        </Link>
      }
    >
      <ul className={styles.list}>
        {data.samples.map(({ id, name, alias, person, expectedReturnAt }) => (
          <li key={id}>
            <SampleLink id={id} name={name} alias={alias} />
            <span className="muted">
              {person.name}
              {expectedReturnAt && `, due ${formatDay(expectedReturnAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </DashboardCard>
  )
}
