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

/** Receipts and sequencings have a list of their own; of other changes the batch is the nearest. */
function ManyThings({ activity, count }: { activity: Activity; count: string }) {
  const { entityType, action, toStatus, batch, from, at } = activity
  if (entityType === 'batch') return <Link to="/batches">{count}</Link>
  if (entityType === 'storage') return <Link to="/storage">{count}</Link>
  const ofBatch = batch ? { batchId: batch.id } : {}
  const status = action === 'sample.receive' ? 'RECEIVED' : toStatus
  if (status === 'RECEIVED' || status === 'SEQUENCED') {
    const reachedTo = new Date(new Date(at).getTime() + 1).toISOString()
    return (
      <Link to="/samples" search={{ ...ofBatch, reached: status, reachedFrom: from, reachedTo }}>
        {count}
      </Link>
    )
  }
  return batch ? (
    <Link to="/samples" search={ofBatch}>
      {count}
    </Link>
  ) : (
    count
  )
}
