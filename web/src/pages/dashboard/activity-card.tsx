import type { Activity } from '@lims/contract/stats.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Skeleton } from 'antd'
import { QueryError } from '../../api/query-error.tsx'
import { activityQuery } from '../../entities/stats/stats-api.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import styles from './activity-card.module.css'
import { countObjects, describeAction } from './activity-words.ts'
import { DashboardCard } from './dashboard-card.tsx'
import { timeSince } from './time-since.ts'

/** The recent activity: who did what, and when. */
export function ActivityCard() {
  const activity = useQuery(activityQuery)
  return (
    <DashboardCard title="Recent activity">
      {activity.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {activity.isLoadingError && (
        <QueryError title="The recent activity could not be loaded" query={activity} />
      )}
      {activity.data && <Lines activities={activity.data} now={activity.dataUpdatedAt} />}
    </DashboardCard>
  )
}

function Lines({ activities, now }: { activities: readonly Activity[]; now: number }) {
  if (activities.length === 0) return <p className={styles.none}>No activity yet.</p>
  return (
    <ol className={styles.lines} aria-label="Recent activity">
      {activities.map((activity) => {
        const { at, personId, personName, action, entityId } = activity
        const { before, after = '' } = describeAction(activity)
        return (
          <li key={`${at} ${personId} ${action} ${entityId}`}>
            <span className={`${styles.words} running-text`}>
              <strong>{personName}</strong> {before} <Objects activity={activity} /> {after}
            </span>
            <time dateTime={at} title={formatInstant(at)} className={styles.since}>
              {timeSince(at, now)}
            </time>
          </li>
        )
      })}
    </ol>
  )
}

/** What an action was done to: one object by its name, several by their number and batch. Each links to its page. */
function Objects({ activity }: { activity: Activity }) {
  const { things, name, batch, isGone } = activity
  const count = countObjects(activity)
  if (!count) return null
  if (things === 1) return isGone ? (name ?? count) : <OneObject activity={activity} />
  return (
    <>
      <ManyObjects activity={activity} count={count} />
      {batch && (
        <>
          {' of '}
          <Link to="/batches/$batchId" params={{ batchId: batch.id }}>
            {batch.name}
          </Link>
        </>
      )}
    </>
  )
}

function OneObject({ activity: { entityType, entityId, name } }: { activity: Activity }) {
  if (entityType === 'sample') {
    return (
      <Link to="/samples/$sampleId" params={{ sampleId: entityId }}>
        {name}
      </Link>
    )
  }
  if (entityType === 'batch') {
    return (
      <Link to="/batches/$batchId" params={{ batchId: entityId }}>
        {name}
      </Link>
    )
  }
  return (
    <Link to="/storage/$storageId" params={{ storageId: entityId }}>
      {name}
    </Link>
  )
}

function ManyObjects({ activity, count }: { activity: Activity; count: string }) {
  const { entityType, action, personId, from, at, isGone, variant } = activity
  if (isGone) return count
  if (entityType === 'batch') return <Link to="/batches">{count}</Link>
  if (entityType === 'storage') return <Link to="/storage">{count}</Link>
  const change = { change: action, changedBy: personId, changedFrom: from, changedTo: at }
  const changedVariant = variant ?? 'none'
  return (
    <Link to="/samples" search={{ ...change, changedVariant }}>
      {count}
    </Link>
  )
}
