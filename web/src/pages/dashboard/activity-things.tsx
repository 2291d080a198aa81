import type { Activity } from '@lims/contract/stats.ts'
import { Link } from '@tanstack/react-router'
import { thingsOf } from './activity-words.ts'

/** What it was done to: one thing by its name, several by their number and batch; each leads there. */
export function ActivityThings({ activity }: { activity: Activity }) {
  const { things, name, batch, isGone } = activity
  const count = thingsOf(activity)
  if (!count) return null
  if (things === 1) return isGone ? (name ?? count) : <OneThing activity={activity} />
  return (
    <>
      <ManyThings activity={activity} count={count} />
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

function OneThing({ activity: { entityType, entityId, name } }: { activity: Activity }) {
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

function ManyThings({ activity, count }: { activity: Activity; count: string }) {
  const { entityType, action, personId, from, at, isGone } = activity
  if (isGone) return count
  if (entityType === 'batch') return <Link to="/batches">{count}</Link>
  if (entityType === 'storage') return <Link to="/storage">{count}</Link>
  return (
    <Link to="/samples" search={{ change: action, changedBy: personId, changedFrom: from, changedTo: at }}>
      {count}
    </Link>
  )
}
