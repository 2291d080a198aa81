import { joinTexts } from '@lims/contract/join-texts.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { lockExistingSamples } from '../samples/lock-samples-queries.ts'
import { listChanges } from './custody-event-queries.ts'
import { confirmOverLimit, lockOverLimit } from './thaw-queries.ts'

/**
 * Confirms freeze-thaw cycles over the limit, all or none. Throws `custody-event-not-found` if a change waits for no
 * confirmation, and `thaw-not-confirmable` if it was confirmed already, or was checked out by the caller or a service
 * account of the same person.
 */
export async function confirmThaw(
  trx: Transaction,
  eventIds: readonly number[],
  actor: Actor,
): Promise<number> {
  const ids = [...new Set(eventIds)]
  // First, so that a deletion of the samples, or an undo of the check-outs, either waits for this one or is seen by it.
  const changes = await listChanges(trx, ids)
  await lockExistingSamples(
    trx,
    changes.map(({ sampleId }) => sampleId),
  )
  const waiting = await lockOverLimit(trx, ids, actor)
  if (waiting.length < ids.length) {
    throw new DomainError('custody-event-not-found', 'No check-out over the limit has this id.', 'eventIds')
  }
  const obstacles = waiting.flatMap(({ name, alias, confirmedByName, isOwn }) => {
    if (confirmedByName) return [`${name} (${alias}) was confirmed by ${confirmedByName} already`]
    return isOwn ? [`${name} (${alias}) is your own check-out`] : []
  })
  if (obstacles.length > 0) {
    throw new DomainError(
      'thaw-not-confirmable',
      `${joinTexts(obstacles, { separator: '; ' })}. Nothing was confirmed: it takes another person than the one who checked out.`,
    )
  }
  await confirmOverLimit(trx, ids, actor)
  await saveAuditEvents(
    trx,
    waiting.map(({ sampleId, thawCount, thawLimit, requestedBy }) => ({
      action: 'custody.confirm-thaw',
      entityId: sampleId,
      after: { thawCount, thawLimit, checkedOutBy: requestedBy },
    })),
    actor,
  )
  return waiting.length
}
