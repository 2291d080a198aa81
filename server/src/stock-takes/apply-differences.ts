import { type Custody, stillQuarantined } from '@lims/contract/custody.ts'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { AcceptBody, ShownDifference } from '@lims/contract/stock-takes.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent, saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import {
  type CustodyChange,
  insertCustodyEvents,
  listMissingFromQuarantine,
} from '../samples/custody-queries.ts'
import { type LockedSample, lockExistingSamples } from '../samples/lock-samples-queries.ts'
import { arrangeSamples } from '../storage/arrange-samples.ts'
import { listSamplePlaces, lockStorageCells, type PlacedSample } from '../storage/placement-queries.ts'
import { lockStorageTypes } from '../storage/storage-queries.ts'
import { chooseCells } from './choose-cells.ts'
import {
  type Difference,
  listChosenDifferences,
  listDifferencesById,
  listUnchangedIds,
  markAccepted,
  type TubeDetails,
} from './difference-queries.ts'
import { assertOpen } from './open-box.ts'
import { lockStockTake, updateState } from './stock-take-queries.ts'

/** A chosen difference whose record is still the one by which it was judged. */
type UnchangedDifference = { difference: Difference; sample: LockedSample; place: PlacedSample | undefined }

/**
 * Accepts differences and closes the stock-take. Tubes found elsewhere move there, missing ones become MISSING, and
 * those found without a place on record are placed and become AVAILABLE, or QUARANTINED if they were until they were
 * reported missing. A tube that has changed since it was judged, or whose box was deleted or is no longer a box, is
 * left out. Throws `stock-take-closed` if another person was faster, `stock-take-changed-since` if the differences are
 * not those that the person was shown, and `storage-full`.
 */
export async function applyDifferences(
  trx: Transaction,
  { id, accept, keepCells }: AcceptBody,
  actor: Actor,
): Promise<{ applied: number; changedSince: number; closedAt: string }> {
  const stockTake = await lockStockTake(trx, id, 'update')
  assertOpen(stockTake)
  const singleIds = [...accept.differenceIds, ...accept.differences.map((difference) => difference.id)]
  assertSingleAsShown(accept, await listDifferencesById(trx, id, singleIds))
  const chosen = await listChosenDifferences(trx, id, { results: accept.results, ids: singleIds })
  assertKindsAsShown(accept, chosen)
  const ids = chosen.map(({ sample_id }) => sample_id)
  const samples = new Map((await lockExistingSamples(trx, ids)).map((sample) => [sample.id, sample]))
  const places = new Map((await listSamplePlaces(trx, ids)).map((place) => [place.sampleId, place]))
  const boxIds = chosen.map(({ box_id }) => box_id)
  await lockStorageCells(trx, [...boxIds, ...[...places.values()].map(({ storageId }) => storageId)])
  await lockStorageTypes(trx, boxIds)
  const unchangedIds = await listUnchangedIds(
    trx,
    chosen.map((difference) => difference.id),
  )
  const unchanged = chosen.flatMap((difference): UnchangedDifference[] => {
    const sample = samples.get(difference.sample_id)
    const isUnchanged = sample && unchangedIds.has(difference.id)
    return isUnchanged ? [{ difference, sample, place: places.get(difference.sample_id) }] : []
  })
  const eventIds = await changeCustody(trx, unchanged, { stockTakeId: id, keepCells }, actor)
  const targets = await move(trx, unchanged, { keepCells }, actor)
  await markAccepted(
    trx,
    unchanged.map(({ difference, sample }) => ({
      id: difference.id,
      before: { recorded_custody: sample.custody, custody_event_id: sample.custody_event_id },
      eventId: eventIds.get(difference.sample_id) ?? null,
      place: targets.get(difference.sample_id) ?? null,
    })),
  )
  await updateState(trx, id, 'applied', actor)
  const [applied, changedSince] = [unchanged.length, chosen.length - unchanged.length]
  await saveAuditEvent(
    trx,
    {
      action: 'stock-take.apply',
      entityId: id,
      before: { state: 'open' },
      after: { state: 'applied', applied, changedSince, keepCells },
    },
    actor,
  )
  return { applied, changedSince, closedAt: actor.at.toISOString() }
}

function assertSingleAsShown(
  { differenceIds, differences }: AcceptBody['accept'],
  now: readonly TubeDetails[],
) {
  const byId = new Map(now.map((difference) => [difference.id, difference]))
  const isAsShown = ({ id, result, foundPlace }: ShownDifference) =>
    byId.get(id)?.result === result && byId.get(id)?.foundPlace === foundPlace
  const changed = new Set([
    ...differenceIds.filter((id) => !byId.has(id)),
    ...differences.filter((shown) => !isAsShown(shown)).map(({ id }) => id),
  ])
  if (changed.size === 0) return
  const [have, them] = changed.size === 1 ? ['has', 'it'] : ['have', 'them']
  throw new DomainError(
    'stock-take-changed-since',
    `${formatCount(changed.size, 'difference')} ${have} changed since you chose ${them}: other people are still counting. Nothing was accepted.`,
  )
}

function assertKindsAsShown({ results, expected }: AcceptBody['accept'], chosen: readonly Difference[]) {
  for (const kind of results) {
    const shown = expected[kind]
    const now = chosen.filter(({ result }) => result === kind).length
    if (shown === undefined || shown === now) continue
    throw new DomainError(
      'stock-take-changed-since',
      `The differences have changed since you chose them, from ${formatNumber(shown)} to ${formatNumber(now)}: other people are still counting. Nothing was accepted.`,
    )
  }
}

/** A tube that was found without a place on record may be reserved or in quarantine, and stays so. */
const keptCustodies: readonly Custody[] = ['AVAILABLE', 'RESERVED', 'QUARANTINED']

function custodyAfter(
  { difference, sample }: UnchangedDifference,
  missingFromQuarantine: ReadonlySet<string>,
): Custody {
  if (difference.result === 'missing') return 'MISSING'
  if (missingFromQuarantine.has(sample.id)) return 'QUARANTINED'
  return keptCustodies.includes(sample.custody) ? sample.custody : 'AVAILABLE'
}

async function changeCustody(
  trx: Transaction,
  unchanged: readonly UnchangedDifference[],
  { stockTakeId, keepCells }: { stockTakeId: string; keepCells: boolean },
  actor: Actor,
) {
  const quarantined = await listMissingFromQuarantine(
    trx,
    unchanged.map(({ sample }) => sample),
  )
  const changes: CustodyChange[] = unchanged
    .map((one) => ({ sampleId: one.sample.id, from: one.sample.custody, to: custodyAfter(one, quarantined) }))
    .filter(({ from, to }) => from !== to)
  if (changes.length === 0) return new Map<string, number>()
  const eventIds = new Map<string, number>()
  const kinds = [
    { isOfKind: ({ to }) => to === 'MISSING', details: { via: 'count', freesCell: !keepCells } },
    { isOfKind: ({ to }) => to === 'AVAILABLE', details: { via: 'count' } },
    { isOfKind: ({ to }) => to === 'QUARANTINED', details: { via: 'set', reason: stillQuarantined } },
  ] as const satisfies { isOfKind: (change: CustodyChange) => boolean; details: object }[]
  for (const { isOfKind, details } of kinds) {
    const group = changes.filter(isOfKind)
    if (group.length === 0) continue
    const inserted = await insertCustodyEvents(trx, group, details, actor)
    for (const [sampleId, eventId] of inserted) eventIds.set(sampleId, eventId)
  }
  await saveAuditEvents(
    trx,
    changes.map(({ sampleId, from, to }) => ({
      action: 'custody.count',
      entityId: sampleId,
      before: { custody: from },
      after: { custody: to, stockTakeId },
    })),
    actor,
  )
  return eventIds
}

/** Moves the tubes. Returns where each of them is afterwards; missing ones without a cell are left out. */
async function move(
  trx: Transaction,
  unchanged: readonly UnchangedDifference[],
  { keepCells }: { keepCells: boolean },
  actor: Actor,
): Promise<Map<string, PlacedSample>> {
  const isOut = ({ difference }: UnchangedDifference) => difference.result === 'missing' && !keepCells
  const staying = unchanged.filter((one) => !isOut(one) && stays(one))
  const leaving = unchanged.filter(isOut)
  const moving = unchanged.filter((one) => !isOut(one) && !stays(one))
  const freed = new Set([...leaving, ...moving].map(({ sample }) => sample.id))
  const cells = await chooseCells(
    trx,
    moving.map(({ difference, sample }) => ({
      sampleId: sample.id,
      alias: sample.alias,
      boxId: difference.box_id,
      row: difference.row_coordinate,
      column: difference.column_coordinate,
    })),
    freed,
  )
  const moves = [
    ...cells.map(({ sampleId, storageId, row, column }) => ({
      sampleId,
      storageId,
      rowCoordinate: row,
      columnCoordinate: column,
    })),
    ...leaving.map(({ sample }) => ({ sampleId: sample.id, storageId: 0 })),
  ]
  await arrangeSamples(trx, { moves }, actor, { keepsCustody: true })
  const kept = staying.flatMap(({ place }) => (place ? [place] : []))
  return new Map([...cells, ...kept].map((place) => [place.sampleId, place]))
}

/**
 * Whether the tube is in the right cell already: a missing one keeps it, or it was found in the box where it is
 * recorded.
 */
function stays({ difference, place }: UnchangedDifference): boolean {
  const { box_id, row_coordinate, column_coordinate } = difference
  const isSameCell =
    row_coordinate === null || (row_coordinate === place?.row && column_coordinate === place.column)
  return place?.storageId === box_id && isSameCell
}
