import { inWords } from '@lims/contract/sample-status.ts'
import { longWaitDays, type StatsOverview, type StatusWait } from '@lims/contract/stats.ts'
import { Link } from '@tanstack/react-router'
import { StatusTag } from '../samples/status-tag.tsx'
import { Mono } from '../ui/mono.tsx'
import { DashboardCard } from './dashboard-card.tsx'
import { timeSince } from './time-since.ts'
import styles from './waiting-card.module.css'

type Props = { overview: StatsOverview; className?: string | undefined }

/** What waits for its next step, for how long, and what has waited longest. */
export function WaitingCard({ overview, className }: Props) {
  return (
    <DashboardCard title="What waits longest" className={className}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col" className={styles.count}>
              Samples
            </th>
            <th scope="col" className={styles.count}>
              Over {longWaitDays} days
            </th>
            <th scope="col">Longest in it</th>
          </tr>
        </thead>
        <tbody>
          {overview.waiting.map((wait) => (
            <Row key={wait.status} wait={wait} overview={overview} />
          ))}
        </tbody>
      </table>
    </DashboardCard>
  )
}

function Row({ wait, overview }: { wait: StatusWait; overview: StatsOverview }) {
  const { status, samples, longWaiting, oldest } = wait
  const now = new Date(overview.countedAt).getTime()
  return (
    <tr>
      <th scope="row">
        <StatusTag status={status} />
      </th>
      <td className={styles.count}>
        <Count of={samples} what={inWords(status)} search={{ status }} />
      </td>
      <td className={styles.count} data-long={longWaiting > 0}>
        <Count
          of={longWaiting}
          what={`${inWords(status)} for over ${longWaitDays} days`}
          search={{ status, waitingSince: overview.longWaitBefore }}
        />
      </td>
      <td className={styles.oldest}>
        {oldest.length === 0 && <span className="muted">nothing waits here</span>}
        <ol>
          {oldest.map(({ id, name, alias, batchName, since }) => (
            <li key={id}>
              <Link to="/samples/$sampleId" params={{ sampleId: id }} title={`${name} of ${batchName}`}>
                {name}
              </Link>
              <Mono muted>{alias}</Mono>
              <span className={styles.since}>{timeSince(since, now)}</span>
            </li>
          ))}
        </ol>
      </td>
    </tr>
  )
}

type Search = { status: StatusWait['status']; waitingSince?: string }

function Count({ of, what, search }: { of: number; what: string; search: Search }) {
  if (of === 0) return <span className="muted">0</span>
  const count = of.toLocaleString('en')
  return (
    <Link to="/samples" search={search} aria-label={`${count} ${what}`}>
      {count}
    </Link>
  )
}
