import { displayName, type SampleStatus } from '@lims/contract/sample-status.ts'
import type { LifecycleEvent } from '@lims/contract/samples.ts'
import { Button } from 'antd'
import { StatusTag } from '../../../../entities/sample/status-tag.tsx'
import { useUndoStatus } from '../../../../entities/sample/use-undo-status.ts'
import { useDeniedProps } from '../../../../entities/session/use-may.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { formatInstant } from '../../../../ui/format-instant.ts'
import styles from './sample-history.module.css'

/**
 * Every status change of a sample: from which status, by whom, when, with notes. Newest first. The last one can be
 * undone.
 */
export function SampleHistory({ events }: { events: readonly LifecycleEvent[] }) {
  const undo = useUndoStatus()
  const denied = useDeniedProps('sample.status')
  if (events.length === 0) return <EmptyState isCompact text="No status change yet." />
  return (
    <ol className={styles.events}>
      {events.map(
        ({ id, status, fromStatus, userName, userId, timestamp, notes, undoes, isUndone, canUndo }) => (
          <li key={id} data-undone={isUndone}>
            <StatusTag status={status} />
            <span className={styles.words}>
              <strong title={userId}>{userName}</strong>
              <time dateTime={timestamp} className="numbers muted">
                {formatInstant(timestamp)}
              </time>
              <span className="muted">{describeStep(fromStatus, undoes !== null)}</span>
              {isUndone && <span className={styles.undone}>undone</span>}
              {notes && <span className={styles.notes}>{notes}</span>}
            </span>
            {canUndo && (
              <Button
                size="small"
                {...denied}
                className={styles.undo ?? ''}
                loading={undo.isPending}
                onClick={() => undo.mutate([id])}
              >
                Undo
              </Button>
            )}
          </li>
        ),
      )}
    </ol>
  )
}

function describeStep(from: SampleStatus | null, isUndo: boolean): string {
  if (!from) return 'registered'
  return isUndo ? `${displayName(from)} was undone` : `from ${displayName(from)}`
}
