import { errorTexts } from '@lims/contract/errors.ts'
import type { ArrangeSamplesBody, Move } from '@lims/contract/sample-location.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { lockStatuses } from '../samples/sample-write-queries.ts'
import {
  deleteSamplePlaces,
  findContentName,
  holdCells,
  insertPlacements,
  listSamplePlaces,
  type PlacedSample,
} from './placement-queries.ts'
import { getStorage, type StorageRow } from './storage-queries.ts'
import { labelOf, wantedCell } from './wanted-cell.ts'
import { wordRefusal } from './word-refusal.ts'

type Undoing = {
  sampleId: string
  storageId: number
  rowCoordinate: number | null
  columnCoordinate: number | null
}

/** Moves many samples as if at one instant, all or none; answers the moves that put everything back. */
export async function arrangeSamples(
  trx: Transaction,
  { moves, expected }: ArrangeSamplesBody,
  actor: Actor,
): Promise<Undoing[]> {
  const ids = moves.map(({ sampleId }) => sampleId)
  const samples = await lockStatuses(trx, ids)
  assertEachOnce(ids, new Set(samples.map(({ id }) => id)))
  const present = new Map((await listSamplePlaces(trx, ids)).map((place) => [place.sampleId, place]))
  assertAsExpected(expected ?? [], present)

  const storages = await readStorages(trx, moves)
  const wanted = moves.flatMap((move) => placeOf(move, storages))
  await holdCells(
    trx,
    [...present.values(), ...wanted].map(({ storageId }) => storageId),
  )
  await deleteSamplePlaces(trx, ids)
  const placed = await wordRefusal(insertPlacements(trx, wanted, actor))
  const refused = wanted.find(({ sampleId }) => !placed.has(sampleId))
  if (refused) throw await cellTaken(trx, refused, storages)

  const names = new Map(wanted.map((place) => [place.sampleId, place]))
  await saveAuditEvents(
    trx,
    ids.map((entityId) => ({
      action: 'sample.arrange',
      entityType: 'sample' as const,
      entityId,
      before: { place: present.get(entityId) ?? null },
      after: { place: names.get(entityId) ?? null },
    })),
    actor,
  )
  return ids.map((sampleId) => undoing(sampleId, present.get(sampleId)))
}

function assertEachOnce(ids: string[], known: Set<string>) {
  const unknown = ids.find((id) => !known.has(id))
  if (unknown) throw new DomainError('sample-not-found', `${errorTexts.sampleNotFound}: ${unknown}`, 'moves')
  if (new Set(ids).size < ids.length) {
    throw new DomainError('request-invalid', 'moves names a sample twice', 'moves')
  }
}

function assertAsExpected(expected: readonly Move[], present: Map<string, PlacedSample>) {
  const elsewhere = expected.find(({ sampleId, storageId, rowCoordinate, columnCoordinate }) => {
    const place = present.get(sampleId)
    if (!place) return storageId > 0
    return place.storageId !== storageId || place.row !== rowCoordinate || place.column !== columnCoordinate
  })
  if (elsewhere) {
    throw new DomainError(
      'moved-meanwhile',
      'Somebody moved a tube meanwhile. Nothing was moved; please look again.',
    )
  }
}

async function readStorages(trx: Transaction, moves: readonly Move[]): Promise<Map<number, StorageRow>> {
  const storages = new Map<number, StorageRow>()
  for (const id of new Set(moves.map(({ storageId }) => storageId).filter((storageId) => storageId > 0))) {
    storages.set(id, await getStorage(trx, id))
  }
  return storages
}

function placeOf(move: Move, storages: Map<number, StorageRow>): PlacedSample[] {
  const storage = storages.get(move.storageId)
  return storage ? [{ sampleId: move.sampleId, storageId: storage.id, ...wantedCell(move, storage) }] : []
}

async function cellTaken(trx: Transaction, place: PlacedSample, storages: Map<number, StorageRow>) {
  const storage = storages.get(place.storageId) ?? (await getStorage(trx, place.storageId))
  const holds = (await findContentName(trx, place)) ?? 'another tube'
  return new DomainError(
    'cell-taken',
    `${labelOf(place, storage)} of ${storage.alias} holds ${holds}. Nothing was moved.`,
  )
}

const undoing = (sampleId: string, place: PlacedSample | undefined): Undoing => ({
  sampleId,
  storageId: place?.storageId ?? 0,
  rowCoordinate: place?.row ?? null,
  columnCoordinate: place?.column ?? null,
})
