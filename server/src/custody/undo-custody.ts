import { endedByUndo, isAway, isOutOfUse } from '@lims/contract/custody.ts'
import { undoPermissions } from '@lims/contract/custody-api.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import type { Permission } from '@lims/contract/permissions.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Actor } from '../audit/actor.ts'
import { assertReason } from '../audit/assert-reason.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { findDeletedStorageName } from '../deletions/deletion-queries.ts'
import { describeDeleted } from '../deletions/describe-deleted.ts'
import { DomainError } from '../errors/domain-error.ts'
import { auditThawedChildren } from '../samples/audit-thawed-children.ts'
import { insertCustodyUndoEvents, lockChildrenThawedWith } from '../samples/custody-queries.ts'
import { undoRecorded } from '../samples/find-missing.ts'
import { type LockedSample, lockSamples } from '../samples/lock-samples-queries.ts'
import { listNamesAbove } from '../samples/sample-place-queries.ts'
import { placeSamples } from '../storage/place-samples.ts'
import {
  listArchivedTimesToRestore,
  listSamplePlaces,
  lockStorageCells,
  type PlacedSample,
  restoreStays,
} from '../storage/placement-queries.ts'
import { cellLabel } from '../storage/resolve-cell.ts'
import { getGrids, getPath, lockExistingStorages } from '../storage/storage-queries.ts'
import {
  type ChangeOfEvent,
  type LastChange,
  listChanges,
  listFindsOfCheckOuts,
  listLastChanges,
  listPlacedSinceChanges,
} from './custody-event-queries.ts'
import { undoFindsOfPicks } from './undo-finds-of-picks.ts'

/**
 * Undoes changes of custody, all or none, and puts the samples back into the cells that the changes freed; samples that
 * are depleted or disposed of again leave their cells; those that a check-out or a pick found are missing again.
 * Returns how many samples changed. Throws what `assertPermission` throws for changes that a stock-take or a pick list
 * has made, `custody-event-not-found`, `custody-changed-since` where something has happened since, a sample was
 * deleted, one that would be checked out or missing again was put into a cell since, or a freed cell does not exist any
 * more, `reason-required` for samples that come back or are released from quarantine, `undo-frees-cells` for those that
 * leave their cells unless `freesCells` is true, and `cell-taken` where another tube is in it.
 */
export async function undoCustody(
  trx: Transaction,
  { eventIds, freesCells }: { eventIds: readonly number[]; freesCells: boolean },
  actor: Actor,
  assertPermission: (permission: Permission) => Promise<void>,
): Promise<number> {
  const ids = [...new Set(eventIds)]
  const changes = await listChanges(trx, ids)
  const changeOf = new Map(changes.map((change) => [change.sampleId, change]))
  if (changes.length < ids.length) {
    const deleted = await describeDeleted(trx, 'custody_event', ids)
    if (deleted) throw changedSince(deleted)
    throw new DomainError('custody-event-not-found', 'No sample has this change of custody.', 'eventIds')
  }
  if (changeOf.size < changes.length) {
    throw new DomainError('request-invalid', 'eventIds must name one change of each sample', 'eventIds')
  }
  for (const via of new Set(changes.map((change) => change.via))) {
    const permission = undoPermissions[via]
    if (permission) await assertPermission(permission)
  }
  const samples = await lockSamples(trx, [...changeOf.keys()], { consequence: 'Nothing was undone.' })
  await assertUndoable(trx, samples, changeOf)
  await assertNotPlacedSince(
    trx,
    changes.filter(({ from }) => isAway(from)),
    samples,
  )
  const ended = changes.map(endedByUndo)
  if (ended.includes('out-of-use')) assertReason(actor, 'the sample is in use again')
  if (ended.includes('quarantine')) assertReason(actor, 'the sample is released from quarantine')

  const thawed = await lockChildrenThawedWith(trx, ids)
  const places = samples.flatMap((sample) => freedCell(sample, changeOf.get(sample.id)))
  const leaving = changes.filter(({ from }) => isOutOfUse(from))
  const left = await listSamplePlaces(
    trx,
    leaving.map(({ sampleId }) => sampleId),
  )
  if (left.length > 0 && !freesCells) await refuseToFreeCells(trx, left, samples)
  await lockStorageCells(
    trx,
    [...places, ...left].map(({ storageId }) => storageId),
  )
  await insertCustodyUndoEvents(
    trx,
    changes.map(({ id: eventId, sampleId, from, to }) => ({ eventId, sampleId, from, to })),
    actor,
  )
  await assertCellsExist(trx, places, samples)
  await restorePlaces(trx, places, actor)
  const restored = new Map(places.map((place) => [place.sampleId, place]))
  const removed = new Map(left.map((place) => [place.sampleId, place]))
  await saveAuditEvents(
    trx,
    changes.map(({ id, sampleId, from, to }) => {
      const [before, after] = [removed.get(sampleId) ?? null, restored.get(sampleId) ?? null]
      const isPlaceChanged = before !== null || after !== null
      return {
        action: 'custody.undo',
        entityId: sampleId,
        before: { custody: to, ...(isPlaceChanged ? { place: before } : {}) },
        after: { custody: from, undoneEventId: id, ...(isPlaceChanged ? { place: after } : {}) },
      }
    }),
    actor,
  )
  await auditThawedChildren(trx, ids, actor, thawed)
  await undoRecorded(trx, await listFindsOfCheckOuts(trx, ids), actor)
  await undoFindsOfPicks(trx, ids, actor)
  return samples.length
}

async function assertUndoable(
  trx: Transaction,
  samples: readonly LockedSample[],
  changeOf: ReadonlyMap<string, ChangeOfEvent>,
) {
  const moved = samples.filter(({ id, custody_event_id }) => changeOf.get(id)?.id !== custody_event_id)
  if (moved.length === 0) return
  const last = await listLastChanges(
    trx,
    moved.map(({ id }) => id),
  )
  const obstacles = moved.map((sample) => {
    const change = changeOf.get(sample.id)
    return `${sample.name} (${sample.alias}) ${obstacleOf(sample, change, last.get(sample.id))}`
  })
  throw changedSince(joinTexts(obstacles, { separator: '; ' }))
}

function obstacleOf(sample: LockedSample, change: ChangeOfEvent | undefined, last: LastChange | undefined) {
  const lastId = sample.custody_event_id ?? 0
  if (change?.via === 'undo' || !last || lastId < (change?.id ?? 0)) return 'was undone already'
  return `was set to ${sample.custody} by ${last.personName} since`
}

/**
 * Throws `custody-changed-since` for samples that would be checked out or missing again, and that a person has put into
 * a cell since.
 */
async function assertNotPlacedSince(
  trx: Transaction,
  changes: readonly ChangeOfEvent[],
  samples: readonly LockedSample[],
) {
  const placed = await listPlacedSinceChanges(
    trx,
    changes.map(({ id }) => id),
  )
  if (placed.length === 0) return
  const cells = await cellNames(trx, placed)
  const tubes = tubeNames(samples)
  const obstacles = placed.map(
    ({ sampleId, personName }) =>
      `${tubes.get(sampleId)} was put into ${cells.get(sampleId)} by ${personName} since`,
  )
  const them = placed.length === 1 ? 'it' : 'them'
  throw changedSince(`${joinTexts(obstacles, { separator: '; ' })}. Take ${them} out of storage first`)
}

/** By id: the name and the tube ID. */
const tubeNames = (samples: readonly LockedSample[]) =>
  new Map(samples.map(({ id, name, alias }) => [id, `${name} (${alias})`]))

/** By sample: 'B2 of Freezer 1 › Rack A › Box 9'. */
async function cellNames(trx: Transaction, places: readonly PlacedSample[]) {
  const boxIds = [...new Set(places.map(({ storageId }) => storageId))]
  const boxes = await getGrids(trx, boxIds)
  const names = await listNamesAbove(trx, boxIds)
  return new Map(
    places.map((place) => {
      const box = boxes.get(place.storageId)
      const path = joinPath(names.get(place.storageId) ?? [])
      return [place.sampleId, box && `${cellLabel(place, box)} of ${path}`]
    }),
  )
}

async function refuseToFreeCells(
  trx: Transaction,
  left: readonly PlacedSample[],
  samples: readonly LockedSample[],
): Promise<never> {
  const cells = await cellNames(trx, left)
  const tubes = tubeNames(samples)
  const obstacles = left.map(({ sampleId }) => `${tubes.get(sampleId)} is in ${cells.get(sampleId)}`)
  throw new DomainError(
    'undo-frees-cells',
    `${joinTexts(obstacles, { separator: '; ' })}. The undo would take ${left.length === 1 ? 'it' : 'them'} out of storage.`,
  )
}

/** Returns the cell that the change has freed, if the sample has no other place since. */
function freedCell(sample: LockedSample, change: ChangeOfEvent | undefined): PlacedSample[] {
  if (!change || sample.is_stored) return []
  const { place, to, freesCell } = change
  const isFreed = freesCell || isOutOfUse(to)
  return isFreed && place ? [{ sampleId: sample.id, ...place }] : []
}

/** Locks the boxes against deletion. A race with another change of a box is left to the triggers of the database. */
async function assertCellsExist(
  trx: Transaction,
  places: readonly PlacedSample[],
  samples: readonly LockedSample[],
) {
  const existing = await lockExistingStorages(
    trx,
    places.map(({ storageId }) => storageId),
  )
  const boxes = await getGrids(trx, existing)
  const tubes = tubeNames(samples)
  for (const place of places) {
    const tube = tubes.get(place.sampleId)
    const box = boxes.get(place.storageId)
    if (!box) {
      const name = (await findDeletedStorageName(trx, place.storageId)) ?? 'The box'
      throw changedSince(`${name}, where ${tube} stood, was deleted since`)
    }
    if (box.type !== 'BOX') {
      throw changedSince(`${await getPath(trx, box.id)}, where ${tube} stood, is not a box any more`)
    }
    if (place.row > box.number_rows || place.column > box.number_columns) {
      const label = cellLabel(place, box)
      throw changedSince(
        `${await getPath(trx, box.id)} was made smaller since, and ${label}, where ${tube} stood, is not in it any more`,
      )
    }
  }
}

const changedSince = (reason: string) =>
  new DomainError('custody-changed-since', `Nothing was undone: ${reason}.`)

async function restorePlaces(trx: Transaction, places: readonly PlacedSample[], actor: Actor) {
  if (places.length === 0) return
  const ids = places.map(({ sampleId }) => sampleId)
  const archivedTimes = await listArchivedTimesToRestore(trx, ids)
  await placeSamples(trx, places, actor, {
    keepsPutAway: true,
    sentence: (cell, content) => `Nothing was undone: ${cell} holds ${content} now.`,
  })
  await restoreStays(trx, ids, new Set(), archivedTimes)
}
