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
    const change = { sampleId, from: 'RESERVED' as const, to: 'MISSING' as const }
    await insertCustodyEvents(trx, [change], { via: 'pick', pickListId, reason }, actor)
    await saveAuditEvent(
      trx,
      {
        action: 'custody.pick-not-found',
        entityType: 'sample',
        entityId: sampleId,
        before: { custody: 'RESERVED' },
        after: { custody: 'MISSING', pickList: pickListName },
      },
      { ...actor, reason: reason || undefined },
    )
  }
  return new Set(tubes.map(({ sampleId }) => sampleId))
}
