import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertCustodyEvents } from '../samples/custody-queries.ts'
import { listMissingBeforePicks } from './custody-event-queries.ts'

/**
 * Makes the tubes that were missing when they were scanned for these picks missing again, for the reasons that they had.
 * The reasons are those of other people: the audit events name none. Call it after the picks are undone, with the samples
 * locked. Returns the ids of the samples.
 */
export async function reportMissingAgain(
  trx: Transaction,
  pickIds: readonly number[],
  actor: Actor,
): Promise<Set<string>> {
  const tubes = await listMissingBeforePicks(trx, pickIds)
  for (const { sampleId, pickListId, pickListName, reason } of tubes) {
    const pickList = { id: pickListId, name: pickListName, reason }
    await recordMissing(trx, sampleId, 'custody.missing-again', pickList, actor)
  }
  return new Set(tubes.map(({ sampleId }) => sampleId))
}

/** Records that a tube reserved for a pick list is missing, for the reason of the actor. Returns the id of the event. */
export const recordNotFound = (
  trx: Transaction,
  sampleId: string,
  pickList: { id: string; name: string },
  { reason, ...actor }: Actor & { reason: string },
): Promise<number> =>
  recordMissing(
    trx,
    sampleId,
    'custody.pick-not-found',
    { ...pickList, reason },
    { ...actor, reason: reason || undefined },
  )

async function recordMissing(
  trx: Transaction,
  sampleId: string,
  action: 'custody.pick-not-found' | 'custody.missing-again',
  { id: pickListId, name, reason }: { id: string; name: string; reason: string },
  actor: Actor,
): Promise<number> {
  const change = { sampleId, from: 'RESERVED' as const, to: 'MISSING' as const }
  const events = await insertCustodyEvents(trx, [change], { via: 'pick', pickListId, reason }, actor)
  await saveAuditEvent(
    trx,
    {
      action,
      entityType: 'sample',
      entityId: sampleId,
      before: { custody: 'RESERVED' },
      after: { custody: 'MISSING', pickList: name },
    },
    actor,
  )
  return events.get(sampleId) ?? 0
}
