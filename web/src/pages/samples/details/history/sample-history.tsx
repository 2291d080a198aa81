import { displayName } from '@lims/contract/sample-status.ts'
import type { LifecycleEvent } from '@lims/contract/samples.ts'
import { StatusTag } from '../../../../entities/sample/status-tag.tsx'
import { formatInstant } from '../../../../ui/format-instant.ts'
import styles from './sample-history.module.css'

/** Every status change of a sample: from which status, by whom, when, with notes. Newest first. */
export function SampleHistory({ events }: { events: readonly LifecycleEvent[] }) {
  if (events.length === 0) return <p className="muted">No status change yet.</p>
  return (
    <ol className={styles.events}>
      {events.map(({ status, fromStatus, userName, userId, timestamp, notes }) => (
        <li key={`${timestamp} ${status}`}>
          <StatusTag status={status} />
          <span className={styles.words}>
            <strong title={userId}>{userName}</strong>
            <time dateTime={timestamp} className="numbers muted">
              {formatInstant(timestamp)}
            </time>
            <span className="muted">{fromStatus ? `from ${displayName(fromStatus)}` : 'registered'}</span>
            {notes && <span className={styles.notes}>{notes}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
