import type { TokenClaims } from '@lims/contract/auth.ts'
import { weekBoundsAt } from '@lims/contract/stats.ts'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../api/query-error.tsx'
import { openWorkQuery } from '../../entities/freezer-work/freezer-work-api.ts'
import { useSession } from '../../entities/session/session.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { overviewQuery } from '../../entities/stats/stats-api.ts'
import { clock, formatOnClock } from '../../ui/clock.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Mono } from '../../ui/mono.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import { UserAvatar } from '../../ui/user-avatar.tsx'
import { ActivityCard } from './activity-card.tsx'
import styles from './dashboard-screen.module.css'
import { DataOverviewCard } from './data-overview-card.tsx'
import { FreezerCard } from './freezer-card.tsx'
import { FreezerWorkCards } from './freezer-work-cards.tsx'
import { OverviewCards, OverviewSkeleton } from './overview-cards.tsx'
import { SyncCard } from './sync-card.tsx'

const formatToday = formatOnClock({ weekday: 'long', day: 'numeric', month: 'long' })

export function DashboardScreen() {
  const user = useSession()?.user
  useRerenderDaily()
  const now = new Date()
  const overview = useQuery(overviewQuery(weekBoundsAt(now, clock()).join()))
  const { data } = overview
  const { isLoading, failureCount } = useQuery(openWorkQuery)
  if (!user) return null

  return (
    <>
      <PageHeader
        title="Dashboard"
        heading={`${greetingAt(clock().shownAt(now).getUTCHours())}, ${user.name}`}
        tag={<span className="muted">{formatToday(now)}</span>}
        actions={<Actions />}
      />
      <div className={styles.page}>
        <div className={styles.numbers}>
          {overview.isLoadingError ? (
            <>
              <QueryError title="The numbers could not be loaded" query={overview} />
              <FreezerCard />
            </>
          ) : (
            <>
              <DataOverviewCard overview={data} />
              {data ? <OverviewCards overview={data} /> : <OverviewSkeleton />}
            </>
          )}
        </div>
        <aside className={styles.side} aria-label="You, the data pipeline and recent activity">
          <UserCard user={user} />
          <FreezerWorkCards />
          <div className={isLoading && failureCount === 0 ? styles.notYet : styles.others}>
            <SyncCard />
            <ActivityCard />
          </div>
        </aside>
      </div>
    </>
  )
}

function Actions() {
  const creating = useDeniedProps('batch.create')
  const receiving = useDeniedProps('sample.receive')
  return (
    <>
      <LinkButton {...creating} to="/batches/create-patient">
        Create patient batch
      </LinkButton>
      <LinkButton {...receiving} to="/receive" color="primary" variant="solid">
        Receive samples
      </LinkButton>
    </>
  )
}

function UserCard({ user: { name, avatar, sub } }: { user: TokenClaims }) {
  return (
    <section className={styles.user} aria-label="You">
      <UserAvatar name={name} avatar={avatar} size={44} />
      <div className={styles.userName}>
        <strong>{name}</strong>
        <div>
          <Mono isMuted>{sub}</Mono>
        </div>
      </div>
    </section>
  )
}

function greetingAt(hour: number): string {
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
