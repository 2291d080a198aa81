import { formatCount } from '@lims/contract/format-count.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { errorCode } from '../errors/error-code.ts'
import {
  listDeletedHolders,
  listKeptSampleIds,
  listLostPlaces,
  listTakenCells,
  listTubeIdsTakenSince,
  lockDeletion,
  lockHoldersOfStorages,
  lockNamesake,
  markUndone,
  releaseRestored,
  restoredTables,
  restoreRows,
  shareLockPickLists,
} from './deletion-queries.ts'
import { addMissedThaws, lockKeptParents } from './missed-thaw-queries.ts'
import { findGone, inheritFromParents, listJoined } from './parent-change-queries.ts'

/** Why the database refuses to restore a row, by SQLSTATE: standard codes, and those of our triggers. */
const reasons: Record<string, string> = {
  23505: 'its place has been taken since.',
  23503: 'what it belonged to has been deleted since.',
}

/** Why it refuses one that has to be the only one of its kind, by the index. */
const reasonsOfIndexes: Record<string, string> = {
  batch_name_is_unique: 'its name has been taken since.',
  sample_tube_id_is_unique: 'a tube ID has been taken since.',
}

/** Why its place is not possible any more. */
const placeReasons: Record<string, string> = {
  LIM08: 'its storage has been deleted since. Restore that first, or it can come back without its place.',
  LIM03: 'its storage has become smaller, and its cell no longer exists. It can come back without its place.',
  LIM04: 'its storage has another type now. It can come back without its place.',
  LIM06: 'storages would be nested more than 10 levels deep. It can come back without its place.',
}

const restored = { sample: 'sample.restore', batch: 'batch.restore', storage: 'storage.restore' } as const

/**
 * Restores what a deletion removed. A child whose parent is in another batch now comes back to that batch, with the
 * subject, site and visit that its parent was given since; an aliquot has the freeze-thaw cycles that its parent has
 * gained or lost since, and a sample whose reservation has ended is released. Returns the number of samples. Throws
 * `deletion-not-found`, `deletion-undone`, `storage-name-taken`, `cell-taken` and `place-gone` unless `withoutPlace`,
 * and `restore-impossible` if a tube ID, a name or the batch or parent is taken or gone.
 */
export async function undoDeletion(
  trx: Transaction,
  { deletionId, withoutPlace = false }: { deletionId: string; withoutPlace?: boolean | undefined },
  requested: Actor,
): Promise<number> {
  const deletion = await lockDeletion(trx, deletionId)
  if (deletion.undone_at) throw new DomainError('deletion-undone', 'This deletion was undone already')

  await shareLockPickLists(trx, deletionId)
  const actor = await lockKeptParents(trx, deletionId, requested)
  await lockHoldersOfStorages(trx, deletionId)
  await assertBelongings(trx, deletionId)
  await assertTubeIdsFree(trx, deletionId)
  if (!withoutPlace) {
    await assertHoldersExist(trx, deletionId)
    await assertCellsFree(trx, deletionId)
  }
  const counts = new Map<string, number>()
  for (const table of restoredTables) {
    counts.set(
      table,
      await restore(trx, deletionId, { table, onlyPossiblePlaces: withoutPlace, at: actor.at }),
    )
  }
  if (deletion.entity_type === 'storage') await assertNameFree(trx, Number(deletion.entity_id))
  const joined = await listJoined(trx, deletionId)
  await markUndone(trx, deletionId, actor)
  await saveRestoreEvents(trx, deletion, withoutPlace, actor)
  await saveAuditEvents(
    trx,
    joined.map(({ id, formerBatchId, batchId, version }) => ({
      action: 'sample.update',
      entityId: id,
      before: { batchId: formerBatchId },
      after: { batchId, version },
    })),
    actor,
  )
  const inherited = await inheritFromParents(trx, deletionId, actor.at)
  await saveAuditEvents(
    trx,
    inherited.map(({ id, before, after, version }) => ({
      action: 'sample.update',
      entityId: id,
      before,
      after: { ...after, version },
    })),
    actor,
  )
  const thawed = await addMissedThaws(trx, deletionId)
  await saveAuditEvents(
    trx,
    thawed.map(({ id, before, after }) => ({
      action: 'sample.update',
      entityId: id,
      before: { thawCount: before },
      after: { thawCount: after },
    })),
    actor,
  )
  const released = await releaseRestored(trx, deletionId, actor)
  await saveAuditEvents(
    trx,
    released.map(({ sampleId, pickListName }) => ({
      action: 'custody.release',
      entityId: sampleId,
      before: { custody: 'RESERVED' },
      after: { custody: 'AVAILABLE', pickList: pickListName },
    })),
    actor,
  )
  return counts.get('sample') ?? 0
}

/**
 * A deletion of samples may hold many of them; one of a batch is recorded under the batch, and under each sample that
 * has lost its cell.
 */
async function saveRestoreEvents(
  trx: Transaction,
  deletion: { id: string; entity_type: keyof typeof restored; entity_id: string },
  withoutPlace: boolean,
  actor: Actor,
) {
  const type = deletion.entity_type
  const lost = withoutPlace ? await listLostPlaces(trx, deletion.id) : []
  const lostOf = new Set(lost.map(({ sampleId }) => sampleId ?? deletion.entity_id))
  const entityIds = type === 'sample' ? await listKeptSampleIds(trx, deletion.id) : [deletion.entity_id]
  await saveAuditEvents(
    trx,
    entityIds.map((entityId) => ({
      action: restored[type],
      entityId,
      after: {
        deletionId: deletion.id,
        ...(lostOf.has(entityId) ? { withoutPlace: true } : {}),
        ...(type === 'batch' && lost.length > 0 ? { samplesWithoutPlace: lost.length } : {}),
      },
    })),
    actor,
  )
  if (type !== 'batch') return
  await saveAuditEvents(
    trx,
    lost.map((place) => ({
      action: 'sample.take-out',
      entityId: `${place.sampleId}`,
      before: { place },
      after: { place: null },
    })),
    actor,
  )
}

async function assertNameFree(trx: Transaction, storageId: number) {
  const namesake = await lockNamesake(trx, storageId)
  if (!namesake) return
  throw new DomainError(
    'storage-name-taken',
    `It cannot come back to its place: ${namesake.parent} holds another storage named '${namesake.alias}' now. Rename that one first.`,
  )
}

async function assertBelongings(trx: Transaction, deletionId: string) {
  const gone = await findGone(trx, deletionId)
  if (!gone) return
  throw new DomainError(
    'restore-impossible',
    `It cannot come back: its ${gone.what} ${gone.name} has been deleted since. Restore that first.`,
  )
}

async function assertTubeIdsFree(trx: Transaction, deletionId: string) {
  const [first, ...others] = await listTubeIdsTakenSince(trx, deletionId)
  if (!first) return
  const { tubeId, name, batch } = first
  const more =
    others.length > 0
      ? ` ${formatCount(others.length, 'more of its tube IDs is', 'more of its tube IDs are')} taken.`
      : ''
  throw new DomainError(
    'restore-impossible',
    `It cannot come back: ${tubeId} is the tube ID of ${name} in ${batch} now.${more}`,
  )
}

async function assertHoldersExist(trx: Transaction, deletionId: string) {
  const names = await listDeletedHolders(trx, deletionId)
  if (names.length === 0) return
  const [what, has, that] = names.length === 1 ? ['storage', 'has', 'that'] : ['storages', 'have', 'those']
  throw placeGone(
    `its ${what} ${joinTexts(names)} ${has} been deleted since. Restore ${that} first, or it can come back without its place.`,
  )
}

const placeGone = (reason: string) =>
  new DomainError('place-gone', `It cannot come back to its place: ${reason}`)

async function assertCellsFree(trx: Transaction, deletionId: string) {
  const [first, ...others] = await listTakenCells(trx, deletionId)
  if (!first) return
  const axes = { rowPrefix: first.row_prefix, columnPrefix: first.column_prefix }
  const cell = positionLabel({ row: first.row, column: first.column }, axes)
  const more =
    others.length > 0
      ? ` ${formatCount(others.length, 'more of its cells is', 'more of its cells are')} taken.`
      : ''
  throw new DomainError(
    'cell-taken',
    `It cannot come back to its place: ${cell} of ${joinPath(first.names)} holds ${first.holds} now.${more} It can come back without its place.`,
  )
}

async function restore(
  trx: Transaction,
  deletionId: string,
  { table, ...how }: { table: (typeof restoredTables)[number]; onlyPossiblePlaces: boolean; at: Date },
) {
  try {
    return await restoreRows(trx, deletionId, { table, ...how })
  } catch (error) {
    const code = errorCode(error) ?? ''
    const placeReason = placeReasons[code]
    if (placeReason) throw placeGone(placeReason)
    const { constraint = '' } = error as { constraint?: string }
    const reason = reasonsOfIndexes[constraint] ?? reasons[code]
    if (reason) throw new DomainError('restore-impossible', `It cannot come back: ${reason}`)
    throw error
  }
}
