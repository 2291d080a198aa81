import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertCustodyUndoEvents } from '../samples/custody-queries.ts'
import { listMissingBeforePicks, undoReservations } from './custody-event-queries.ts'

/**
 * Undoes what the scans of these picks did to tubes that were missing: they found and reserved them. The tubes are then
 * missing by the event that had reported them, with its person, time and reason. Call it after the picks are undone,
 * with the samples locked. Returns the ids of these samples.
 */
export async function undoFindsOfPicks(
  trx: Transaction,
  pickIds: readonly number[],
  actor: Actor,
): Promise<Set<string>> {
  const tubes = await listMissingBeforePicks(trx, pickIds)
  if (tubes.length === 0) return new Set()
  await undoReservations(
    trx,
    tubes.map(({ sampleId, reservedId }) => ({
      from: 'AVAILABLE' as const,
      to: 'RESERVED' as const,
      sampleId,
      eventId: reservedId,
    })),
    actor,
  )
  await insertCustodyUndoEvents(
    trx,
    tubes.map(({ sampleId, foundId }) => ({
      from: 'MISSING' as const,
      to: 'AVAILABLE' as const,
      sampleId,
      eventId: foundId,
    })),
    actor,
  )
  await saveAuditEvents(
    trx,
    tubes.map(({ sampleId, pickListName }) => ({
      action: 'custody.missing-again',
      entityId: sampleId,
      before: { custody: 'RESERVED' },
      after: { custody: 'MISSING', pickList: pickListName },
    })),
    actor,
  )
  return new Set(tubes.map(({ sampleId }) => sampleId))
}
