import type { Activity } from '@lims/contract/stats.ts'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { textOfFailure } from '../../api/call-error.ts'
import { activityQuery } from '../../entities/stats/stats-api.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import { LoadError } from '../../ui/load-error.tsx'
import styles from './activity-card.module.css'
import { ActivityThings } from './activity-things.tsx'
import { wordsOf } from './activity-words.ts'
import { DashboardCard } from './dashboard-card.tsx'
import { timeSince } from './time-since.ts'

/** Who did what of late. */
export function ActivityCard() {
  const activity = useQuery(activityQuery)
  return (
    <DashboardCard title="Recent activity">
      {activity.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {activity.isError && !activity.data && (
        <LoadError
          title="The recent activity could not be loaded"
          text={textOfFailure(activity.error)}
          onRetry={activity.refetch}
        />
      )}
      {activity.data && <Lines activities={activity.data} now={activity.dataUpdatedAt} />}
    </DashboardCard>
  )
}

function Lines({ activities, now }: { activities: readonly Activity[]; now: number }) {
  if (activities.length === 0) return <p className={styles.none}>Nothing has been done here yet.</p>
  return (
    <ol className={styles.lines} aria-label="Recent activity">
      {activities.map((activity) => {
        const { at, personId, personName, action, entityId } = activity
        const { before, after = '' } = wordsOf(activity)
        return (
          <li key={`${at} ${personId} ${action} ${entityId}`}>
            <span className={styles.words}>
              <strong>{personName}</strong> {before} <ActivityThings activity={activity} /> {after}
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
