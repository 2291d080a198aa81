import { errorTexts } from '@lims/contract/errors.ts'
import type { ArrangeSamplesBody, ExpectedPlace, Move } from '@lims/contract/sample-location.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { describeDeleted } from '../deletions/describe-deleted.ts'
import { DomainError } from '../errors/domain-error.ts'
import { assertCustodyUnchanged } from '../samples/assert-custody-unchanged.ts'
import { listRecordedChanges } from '../samples/custody-queries.ts'
import { recordPlaced, undoRecorded } from '../samples/find-missing.ts'
import { type LockedSample, lockExistingSamples } from '../samples/lock-samples-queries.ts'
import { type ScanningActor, scannedBefore, scanTime } from '../samples/scan-time.ts'
import { assertInPlace } from './assert-in-place.ts'
import { assertInUse, placeSamples } from './place-samples.ts'
import {
  deleteSamplePlaces,
  listArchivedTimesToRestore,
  listSamplePlaces,
  lockStorageCells,
  type PlacedSample,
  restorePutAway,
  restoreStays,
} from './placement-queries.ts'
import { resolveCell } from './resolve-cell.ts'
import { getGrids, type StorageGrid } from './storage-queries.ts'

type ReverseMove = {
  sampleId: string
  storageId: number
  rowCoordinate: number | null
  columnCoordinate: number | null
}

type Arranged = {
  /** The moves that undo it. */
  before: ReverseMove[]
  custodyEventIds: number[]
}

type Options = { keepsCustody?: boolean; keepsPutAway?: boolean; placedAt?: Date | undefined }

/**
 * Moves many samples in one step, all or none. By default a person has the tubes in hand: missing ones are found,
 * checked-out ones are returned, and none waits to be put away any more.
 * - `keepsCustody`: a person has counted them there; their custody stays.
 * - `keepsPutAway`: only the recorded places change.
 * - `undo`: as `keepsPutAway`; also undoes the changes of custody of that request, restores the archived times, and
 *   lists the tubes that it had put away to be put away again.
 * - `placedAt`: the time of a scan that was sent later, or is undone.
 *
 * Throws `custody-not-possible` if the latest change of custody is not the expected one, `custody-changed-since` if a
 * change to undo is not the latest any more, `sample-out-of-use` with the tubes that are depleted or disposed of,
 * `moved-meanwhile` if a tube is not where `expected` says, or was deleted before an undo, `sample-not-found`,
 * `custody-event-not-found`, and `request-invalid` for a sample that is listed twice.
 */
export async function arrangeSamples(
  trx: Transaction,
  { moves, expected = [], undo, scannedAt }: ArrangeSamplesBody,
  actor: ScanningActor,
  { keepsCustody = undo !== undefined, keepsPutAway = undo !== undefined, placedAt: givenTime }: Options = {},
): Promise<Arranged> {
  const placedAt = givenTime ?? scanTime({ scannedAt, nowIfRefused: true }, actor)
  const ids = moves.map(({ sampleId }) => sampleId)
  // Also those that are only expected somewhere: they must stay there until the others are moved.
  const samples = await lockExistingSamples(trx, [...ids, ...expected.map(({ sampleId }) => sampleId)])
  const knownIds = samples.map(({ id }) => id)
  if (undo) await assertNoneDeleted(trx, ids, new Set(knownIds))
  assertKnownAndUnique(ids, new Set(knownIds))
  const present = new Map((await listSamplePlaces(trx, knownIds)).map((place) => [place.sampleId, place]))
  for (const move of expected) assertInPlace(present.get(move.sampleId), move)
  await assertCustodyAsSeen(trx, samples, expected)

  const storages = await getGrids(
    trx,
    moves.flatMap(({ storageId }) => (storageId > 0 ? [storageId] : [])),
  )
  const places = moves.flatMap((move) => targetOf(move, storages))
  const left = ids.flatMap((id) => present.get(id) ?? [])
  await lockStorageCells(
    trx,
    [...left, ...places].map(({ storageId }) => storageId),
  )
  const placedIds = new Set(places.map(({ sampleId }) => sampleId))
  const tubes = samples.filter(({ id }) => placedIds.has(id))
  assertInUse(tubes)
  const seen = new Set(expected.map(({ sampleId }) => sampleId))
  const custodyEventIds = keepsCustody
    ? []
    : await recordPlaced(trx, tubes, actor, { at: placedAt, scannedAt, seen })
  const archivedTimes = undo ? await listArchivedTimesToRestore(trx, ids) : []
  if (undo) await restorePutAway(trx, ids)
  if (left.length > 0) await deleteSamplePlaces(trx, ids)
  await placeSamples(trx, places, actor, {
    keepsPutAway,
    scannedAt: placedAt,
    sentence: (cell, content) => `${cell} holds ${content}. Nothing was moved.`,
  })
  if (undo) {
    await restoreStays(trx, [...placedIds], new Set(present.keys()), archivedTimes)
    await undoCustody(trx, undo.custodyEventIds, new Set(ids), actor)
  }

  const targets = new Map(places.map((place) => [place.sampleId, place]))
  await saveAuditEvents(
    trx,
    ids.map((entityId) => ({
      action: 'sample.arrange',
      entityId,
      before: { place: present.get(entityId) ?? null },
      after: {
        place: targets.get(entityId) ?? null,
        ...(undo ? { isUndo: true } : scannedBefore(placedAt, actor)),
      },
    })),
    actor,
  )
  return { before: ids.map((sampleId) => reverseMove(sampleId, present.get(sampleId))), custodyEventIds }
}

async function assertCustodyAsSeen(
  trx: Transaction,
  samples: readonly LockedSample[],
  expected: readonly ExpectedPlace[],
) {
  const seen = new Map(expected.map(({ sampleId, custodyEventId }) => [sampleId, custodyEventId]))
  for (const sample of samples) {
    await assertCustodyUnchanged(trx, sample, seen.get(sample.id), 'its place was read')
  }
}

async function undoCustody(
  trx: Transaction,
  eventIds: readonly number[],
  sampleIds: ReadonlySet<string>,
  actor: Actor,
) {
  const recorded = await listRecordedChanges(trx, eventIds, actor)
  if (recorded.length < new Set(eventIds).size || recorded.some(({ sampleId }) => !sampleIds.has(sampleId))) {
    throw new DomainError(
      'custody-event-not-found',
      'Moving these samples has made no such change of custody.',
      'undo',
    )
  }
  await undoRecorded(trx, recorded, actor)
}

async function assertNoneDeleted(trx: Transaction, ids: readonly string[], known: ReadonlySet<string>) {
  const unknown = ids.filter((id) => !known.has(id))
  const deleted = await describeDeleted(trx, 'sample', unknown)
  if (deleted) throw new DomainError('moved-meanwhile', `Nothing was undone: ${deleted}.`)
}

function assertKnownAndUnique(ids: string[], known: Set<string>) {
  const unknown = ids.find((id) => !known.has(id))
  if (unknown) throw new DomainError('sample-not-found', `${errorTexts.sampleNotFound}: ${unknown}`, 'moves')
  if (new Set(ids).size < ids.length) {
    throw new DomainError('request-invalid', 'moves contains a sample twice', 'moves')
  }
}

function targetOf(move: Move, storages: Map<number, StorageGrid>): PlacedSample[] {
  const storage = storages.get(move.storageId)
  return storage ? [{ sampleId: move.sampleId, storageId: storage.id, ...resolveCell(move, storage) }] : []
}

const reverseMove = (sampleId: string, place: PlacedSample | undefined): ReverseMove => ({
  sampleId,
  storageId: place?.storageId ?? 0,
  rowCoordinate: place?.row ?? null,
  columnCoordinate: place?.column ?? null,
})
