import { timeInMessage } from '@lims/contract/message-times.ts'
import type { UndoApplyBody } from '@lims/contract/stock-takes.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent, saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { insertCustodyUndoEvents } from '../samples/custody-queries.ts'
import { type LockedSample, lockExistingSamples } from '../samples/lock-samples-queries.ts'
import { arrangeSamples } from '../storage/arrange-samples.ts'
import { listSamplePlaces, type PlacedSample } from '../storage/placement-queries.ts'
import { lockStorageTypes } from '../storage/storage-queries.ts'
import {
  type Difference,
  listAccepted,
  listCustodyAsAccepted,
  markNotAccepted,
} from './difference-queries.ts'
import { assertOpen } from './open-box.ts'
import { overlapError } from './start-stock-take.ts'
import {
  findOverlap,
  listBoxIds,
  lockStockTake,
  type StockTakeRow,
  updateState,
} from './stock-take-queries.ts'
import { listPlacedSince } from './tube-queries.ts'

/**
 * Undoes the accepted differences of a stock-take, all or none, and opens it again. Throws `stock-take-changed-since`
 * if it is open, or was closed anew after `closedAt`, or a tube has been moved or its custody changed since, and
 * `stock-take-overlaps` if one of its boxes is counted elsewhere.
 */
export async function undoApply(
  trx: Transaction,
  { id, closedAt }: UndoApplyBody,
  actor: Actor,
): Promise<void> {
  const stockTake = await lockStockTake(trx, id, 'update')
  if (stockTake.state === 'cancelled') assertOpen(stockTake)
  if (stockTake.state === 'open') {
    throw new DomainError('stock-take-changed-since', 'This stock-take is open: there is nothing to undo.')
  }
  assertClosedAt(stockTake, closedAt)
  const boxIds = await listBoxIds(trx, id)
  if (await findOverlap(trx, boxIds, id)) throw await overlapError(trx, boxIds, id)

  const accepted = await listAccepted(trx, id)
  const ids = accepted.map(({ sample_id }) => sample_id)
  const samples = new Map((await lockExistingSamples(trx, ids)).map((sample) => [sample.id, sample]))
  const places = new Map((await listSamplePlaces(trx, ids)).map((place) => [place.sampleId, place]))
  const placedSince = await listPlacedSince(trx, ids, stockTake.closed_at)
  const isCustodyUnchanged = await listCustodyAsAccepted(trx, id)
  for (const difference of accepted) {
    const { sample_id, accepted_event_id } = difference
    const sample = samples.get(sample_id)
    const isThere = isAt(places.get(sample_id), difference) && !placedSince.has(sample_id)
    // Its custody goes back only where the acceptance has changed it: a pick list may reserve and release the others.
    const isAsAccepted =
      accepted_event_id === null
        ? isCustodyUnchanged.has(sample_id)
        : sample?.custody_event_id === accepted_event_id
    if (!sample || !isThere || !isAsAccepted) {
      const isReserved = isThere && sample?.custody === 'RESERVED'
      const what = isReserved ? 'was reserved' : 'was moved, or its custody changed,'
      throw new DomainError(
        'stock-take-changed-since',
        `${difference.code} ${sample ? what : 'was deleted'} after the differences were accepted. Nothing was undone.`,
      )
    }
  }

  const moved = accepted.filter(isMoved)
  const recorded = moved.flatMap(({ recorded_storage_id }) => recorded_storage_id ?? [])
  const types = await lockStorageTypes(trx, recorded)
  const withoutBox = moved.find(({ recorded_storage_id: id }) => id !== null && types.get(id) !== 'BOX')
  if (withoutBox) {
    const isThere = types.has(withoutBox.recorded_storage_id ?? 0)
    const what = isThere ? 'is no longer a box' : 'was deleted after the differences were accepted'
    throw new DomainError(
      'stock-take-changed-since',
      `The box where ${withoutBox.code} was recorded (${withoutBox.recorded_place}) ${what}. Nothing was undone.`,
    )
  }
  await arrangeSamples(trx, { moves: moved.map(backwards), undo: { custodyEventIds: [] } }, actor)
  await undoCustody(trx, accepted, samples, { actor, stockTakeId: id })
  await updateState(trx, id, 'open', actor)
  await markNotAccepted(trx, id)
  await saveAuditEvent(
    trx,
    {
      action: 'stock-take.undo',
      entityId: id,
      before: { state: 'applied', applied: accepted.length },
      after: { state: 'open' },
    },
    actor,
  )
}

/** Throws `stock-take-changed-since`, with who has accepted differences since, if another acceptance is meant. */
function assertClosedAt({ closed_at, closer_name }: StockTakeRow, closedAt: string | null | undefined): void {
  if (!closedAt || !closed_at || closed_at.getTime() === Date.parse(closedAt)) return
  throw new DomainError(
    'stock-take-changed-since',
    `${closer_name} has finished this stock-take since (${timeInMessage(closed_at)}). Nothing was undone.`,
  )
}

const isAt = (place: PlacedSample | undefined, difference: Difference): boolean =>
  (place?.storageId ?? null) === difference.accepted_storage_id &&
  (place?.row ?? null) === difference.accepted_row &&
  (place?.column ?? null) === difference.accepted_column

const isMoved = (difference: Difference): boolean =>
  difference.accepted_storage_id !== difference.recorded_storage_id ||
  difference.accepted_row !== difference.recorded_row ||
  difference.accepted_column !== difference.recorded_column

const backwards = (difference: Difference) => ({
  sampleId: difference.sample_id,
  storageId: difference.recorded_storage_id ?? 0,
  rowCoordinate: difference.recorded_row,
  columnCoordinate: difference.recorded_column,
})

async function undoCustody(
  trx: Transaction,
  accepted: readonly Difference[],
  samples: ReadonlyMap<string, LockedSample>,
  { actor, stockTakeId }: { actor: Actor; stockTakeId: string },
) {
  const changes = accepted.flatMap(({ sample_id, accepted_event_id, recorded_custody }) => {
    const sample = samples.get(sample_id)
    if (!sample || accepted_event_id === null || recorded_custody === null) return []
    return [{ sampleId: sample_id, from: recorded_custody, to: sample.custody, eventId: accepted_event_id }]
  })
  if (changes.length === 0) return
  await insertCustodyUndoEvents(trx, changes, actor)
  await saveAuditEvents(
    trx,
    changes.map(({ sampleId, from, to }) => ({
      action: 'custody.undo-count',
      entityId: sampleId,
      before: { custody: to },
      after: { custody: from, stockTakeId },
    })),
    actor,
  )
}

/** Closes a stock-take without any change. */
export async function cancelStockTake(trx: Transaction, id: string, actor: Actor): Promise<void> {
  assertOpen(await lockStockTake(trx, id, 'update'))
  await updateState(trx, id, 'cancelled', actor)
  await saveAuditEvent(
    trx,
    { action: 'stock-take.cancel', entityId: id, before: { state: 'open' }, after: { state: 'cancelled' } },
    actor,
  )
}
