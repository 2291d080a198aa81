import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertCustodyEvents } from '../samples/custody-queries.ts'
import { listMissingBeforePicks } from './custody-event-queries.ts'

/**
 * Reports the tubes that were missing when they were scanned for these picks missing again, for the reasons that they
 * had. Call it after the picks are undone, with the samples locked. Returns the ids of the samples.
 */
export async function reportMissingAgain(
  trx: Transaction,
  pickIds: readonly number[],
  actor: Actor,
): Promise<Set<string>> {
  const tubes = await listMissingBeforePicks(trx, pickIds)
  for (const { sampleId, pickListId, pickListName, reason } of tubes) {
    await recordNotFound(trx, sampleId, { id: pickListId, name: pickListName }, { ...actor, reason })
  }
  return new Set(tubes.map(({ sampleId }) => sampleId))
}

/** Records that a tube reserved for a pick list is missing, for the reason of the actor. Returns the id of the event. */
export async function recordNotFound(
  trx: Transaction,
  sampleId: string,
  pickList: { id: string; name: string },
  { reason = '', ...actor }: Actor,
): Promise<number> {
  const change = { sampleId, from: 'RESERVED' as const, to: 'MISSING' as const }
  const events = await insertCustodyEvents(
    trx,
    [change],
    { via: 'pick', pickListId: pickList.id, reason },
    actor,
  )
  await saveAuditEvent(
    trx,
    {
      action: 'custody.pick-not-found',
      entityType: 'sample',
      entityId: sampleId,
      before: { custody: 'RESERVED' },
      after: { custody: 'MISSING', pickList: pickList.name },
    },
    { ...actor, reason: reason || undefined },
  )
  return events.get(sampleId) ?? 0
}
