import { useQuery } from '@tanstack/react-query'
import { textOfFailure } from '../../api/call-error.ts'
import { useSession } from '../../entities/session/session.ts'
import { overviewQuery } from '../../entities/stats/stats-api.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ActivityCard } from './activity-card.tsx'
import styles from './dashboard-screen.module.css'
import { DataOverviewCard } from './data-overview-card.tsx'
import { CardsToCome, OverviewCards } from './overview-cards.tsx'
import { SyncCard } from './sync-card.tsx'
import { UserCard } from './user-card.tsx'
import { weekStartOf } from './week-start.ts'

const today = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })

export function DashboardScreen() {
  const user = useSession()?.user
  const now = new Date()
  const { data, error, isError, refetch } = useQuery(overviewQuery(weekStartOf(now).toISOString()))
  if (!user) return null

  return (
    <>
      <PageHeader
        title="Dashboard"
        heading={`${greetingAt(now.getHours())}, ${user.name}`}
        tag={<span className="muted">{today.format(now)}</span>}
        actions={<Actions />}
      />
      <div className={styles.page}>
        <div className={styles.numbers}>
          {isError && !data ? (
            <LoadError
              title="The numbers could not be loaded"
              text={textOfFailure(error)}
              onRetry={refetch}
            />
          ) : (
            <>
              <DataOverviewCard overview={data} />
              {data ? <OverviewCards overview={data} /> : <CardsToCome />}
            </>
          )}
        </div>
        <aside className={styles.side} aria-label="You, the data pipeline and recent activity">
          <UserCard user={user} />
          <SyncCard />
          <ActivityCard />
        </aside>
      </div>
    </>
  )
}

function Actions() {
  return (
    <>
      <LinkButton to="/batches/create-patient">Create patient batch</LinkButton>
      <LinkButton to="/receive" color="primary" variant="solid">
        Receive samples
      </LinkButton>
    </>
  )
}

function greetingAt(hour: number): string {
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
