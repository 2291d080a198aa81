import { formatNumber } from '@lims/contract/format-count.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import { longWaitDays, type StatsOverview, type StatusWait } from '@lims/contract/stats.ts'
import { Link } from '@tanstack/react-router'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { Mono } from '../../ui/mono.tsx'
import { DashboardCard } from './dashboard-card.tsx'
import { timeSince } from './time-since.ts'
import styles from './waiting-card.module.css'

type Props = { overview: StatsOverview; className?: string | undefined }

/** How many samples wait in each status, and which have waited longest. */
export function WaitingCard({ overview, className }: Props) {
  return (
    <DashboardCard title="Longest waiting" className={className}>
      <ul className={styles.waits} aria-label="Longest waiting in each status">
        {overview.waiting.map((wait) => (
          <li key={wait.status} className={styles.wait}>
            <Head wait={wait} />
            <Oldest wait={wait} now={new Date(overview.countedAt).getTime()} />
            <LongWaiting wait={wait} before={overview.longWaitBefore} />
          </li>
        ))}
      </ul>
    </DashboardCard>
  )
}

function Head({ wait: { status, samples } }: { wait: StatusWait }) {
  return (
    <div className={styles.head}>
      <StatusTag status={status} />
      {samples > 0 && (
        <Link
          to="/samples"
          search={{ status, waits: 'yes' }}
          aria-label={`${formatNumber(samples)} waiting in ${displayName(status)}`}
        >
          {formatNumber(samples)}
        </Link>
      )}
    </div>
  )
}

function Oldest({ wait: { status, oldest }, now }: { wait: StatusWait; now: number }) {
  if (oldest.length === 0) return <p className={styles.none}>No sample is waiting.</p>
  return (
    <ol className={styles.oldest} aria-label={`Longest in ${displayName(status)}`}>
      {oldest.map(({ id, name, alias, batchName, since }) => (
        <li key={id}>
          <Link
            to="/samples/$sampleId"
            params={{ sampleId: id }}
            title={`${name}, ${alias}, of ${batchName}`}
            className={styles.name}
          >
            {name}
          </Link>
          <span className={styles.tube}>
            <Mono isMuted>{alias}</Mono>
          </span>
          <span className={styles.since}>{timeSince(since, now)}</span>
        </li>
      ))}
    </ol>
  )
}

function LongWaiting({
  wait: { status, oldest, longWaiting },
  before,
}: {
  wait: StatusWait
  before: string
}) {
  if (oldest.length === 0) return null
  const words = `for over ${longWaitDays} days`
  if (longWaiting === 0) return <p className={styles.long}>none {words}</p>
  const count = formatNumber(longWaiting)
  return (
    <p className={styles.long}>
      <Link
        to="/samples"
        search={{ status, waits: 'yes', waitingSince: before }}
        aria-label={`${count} ${displayName(status)} ${words}`}
      >
        <strong>{count}</strong> {words}
      </Link>
    </p>
  )
}
