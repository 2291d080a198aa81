import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertCustodyUndoEvents } from '../samples/custody-queries.ts'
import { listMissingBeforePicks, undoReservations } from './custody-event-queries.ts'

/**
 * Makes the tubes that were missing when they were scanned for these picks missing again, since they were reported and
 * by whom: the scan has found and reserved them, which is undone too. Call it after the picks are undone, with the
 * samples locked. Returns the ids of the samples.
 */
export async function reportMissingAgain(
  trx: Transaction,
  pickIds: readonly number[],
  actor: Actor,
): Promise<Set<string>> {
  const tubes = await listMissingBeforePicks(trx, pickIds)
  if (tubes.length === 0) return new Set()
  await undoReservations(
    trx,
    tubes.map(({ sampleId, reservedId }) => ({
      ...({ from: 'AVAILABLE', to: 'RESERVED' } as const),
      sampleId,
      eventId: reservedId,
    })),
    actor,
  )
  await insertCustodyUndoEvents(
    trx,
    tubes.map(({ sampleId, foundId }) => ({
      ...({ from: 'MISSING', to: 'AVAILABLE' } as const),
      sampleId,
      eventId: foundId,
    })),
    actor,
  )
  await saveAuditEvents(
    trx,
    tubes.map(({ sampleId, pickListName }) => ({
      ...({ action: 'custody.missing-again', entityType: 'sample' } as const),
      entityId: sampleId,
      before: { custody: 'RESERVED' },
      after: { custody: 'MISSING', pickList: pickListName },
    })),
    actor,
  )
  return new Set(tubes.map(({ sampleId }) => sampleId))
}
