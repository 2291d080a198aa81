import { joinTexts } from '@lims/contract/join-texts.ts'
import type { UndoStatusBody } from '@lims/contract/sample-changes.ts'
import { displayName, type SampleStatus } from '@lims/contract/sample-status.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { describeDeleted } from '../deletions/describe-deleted.ts'
import { DomainError } from '../errors/domain-error.ts'
import { undoRecorded } from './find-missing.ts'
import {
  type EffectiveChange,
  insertUndoEvents,
  listEffectiveChanges,
  listEventSamples,
  listFindsOfReceipts,
} from './lifecycle-queries.ts'
import { type LockedSample, lockExistingSamples } from './lock-samples-queries.ts'
import { assertReasonToGoBack } from './sample-lifecycle.ts'

/**
 * Undoes receipts and changes of status, all or none: each sample gets back the status and the times that it had
 * before, and is missing again if the receipt found it. Returns how many samples changed. Throws
 * `status-change-not-found` for an event that no sample has, `status-changed-since` where a sample has moved on or was
 * deleted, or where the change is older than undo, and `request-invalid` for two events of one sample.
 */
export async function undoStatus(
  trx: Transaction,
  { eventIds }: UndoStatusBody,
  actor: Actor,
): Promise<number> {
  const sampleOfEvent = await listEventSamples(trx, eventIds)
  const eventOfSample = new Map([...sampleOfEvent].map(([eventId, sampleId]) => [sampleId, eventId]))
  if (eventOfSample.size < sampleOfEvent.size) {
    throw new DomainError('request-invalid', 'eventIds must name one change of each sample', 'eventIds')
  }
  const samples = await lockExistingSamples(trx, [...eventOfSample.keys()])
  if (sampleOfEvent.size < new Set(eventIds).size || samples.length < eventOfSample.size) {
    const deleted = await describeDeleted(trx, 'lifecycle_event', eventIds)
    if (deleted) throw new DomainError('status-changed-since', `Nothing was undone: ${deleted}.`)
    throw new DomainError('status-change-not-found', 'No sample has this change of status.', 'eventIds')
  }
  const effective = await listEffectiveChanges(
    trx,
    samples.map(({ id }) => id),
  )
  const changes = undoableChanges(samples, { effective, eventOfSample })
  assertReasonToGoBack(
    actor,
    changes.map(({ undone }) => ({ from: undone.to, to: undone.from })),
  )

  await insertUndoEvents(
    trx,
    changes.map(({ undone }) => undone),
    actor,
  )
  const changeIds = changes.map(({ undone }) => undone.id)
  await undoRecorded(trx, await listFindsOfReceipts(trx, changeIds), actor)
  await saveAuditEvents(
    trx,
    changes.map(({ sample: { id, status, version }, undone }) => ({
      action: 'sample.undo-status',
      entityId: id,
      before: { status },
      after: { status: undone.from, undoneEventId: undone.id, version: version + 1 },
    })),
    actor,
  )
  return samples.length
}

type Requested = {
  effective: ReadonlyMap<string, EffectiveChange>
  eventOfSample: ReadonlyMap<string, number>
}

type UndoableChange = EffectiveChange & { from: SampleStatus }

/** Returns the change of each sample. Throws `status-changed-since`. */
function undoableChanges(samples: readonly LockedSample[], { effective, eventOfSample }: Requested) {
  const changes: { sample: LockedSample; undone: UndoableChange }[] = []
  const obstacles: string[] = []
  for (const sample of samples) {
    const found = undoableOrObstacle(eventOfSample.get(sample.id) ?? 0, effective.get(sample.id))
    if (typeof found === 'string') obstacles.push(`${sample.name} ${found}`)
    else changes.push({ sample, undone: found })
  }
  if (obstacles.length === 0) return changes
  throw new DomainError(
    'status-changed-since',
    `Nothing was undone: ${joinTexts(obstacles, { separator: '; ' })}.`,
  )
}

function undoableOrObstacle(eventId: number, last: EffectiveChange | undefined): UndoableChange | string {
  if (!last || last.id < eventId) return 'was undone already'
  const { from } = last
  if (last.id > eventId) return `was set to ${displayName(last.to)} by ${last.personName} since`
  if (from === null) return `was registered as ${displayName(last.to)}`
  return last.knowsPrevious
    ? { ...last, from }
    : 'was changed by an earlier version, which kept no times to go back to'
}
