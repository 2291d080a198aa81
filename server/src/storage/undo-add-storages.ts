import type { UndoAddStoragesBody } from '@lims/contract/storage-series.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { assertOwnCreation } from '../sessions/refusals.ts'
import { findPath, listAuditedStorages } from './storage-queries.ts'
import {
  deleteStorageRows,
  findChangeSince,
  listStorageCreations,
  lockForDeletion,
  type SinceCreation,
  type StorageCreation,
} from './storage-series-queries.ts'

/**
 * Undoes one creation of several storages, or of copies: deletes all of them. They were never used, so no deletion is
 * kept. Throws `storages-changed-since` if anything has happened to one of them; `permission-denied` for another
 * person's creation without `mayDelete`, as it deletes storages.
 */
export async function undoAddStorages(
  trx: Transaction,
  { storageIds }: UndoAddStoragesBody,
  actor: Actor,
  { mayDelete }: { mayDelete: boolean },
): Promise<number> {
  const ids = [...new Set(storageIds)]
  await lockForDeletion(trx, ids)
  const creations = await listStorageCreations(trx, ids)
  const [first] = creations
  if (!first || !areOneRequest(creations, ids.length)) {
    throw new DomainError('storage-creation-not-found', 'No request created these storages together.')
  }
  assertOwnCreation(first, actor, { mayDelete, what: 'created these storages', records: 'storages' })
  const change = await findChangeSince(trx, creations)
  if (change) {
    // One that was deleted has only the name with which it was created.
    const path = (await findPath(trx, change.id)) ?? change.alias
    throw new DomainError('storages-changed-since', describe(change, path))
  }

  const deleted = await listAuditedStorages(trx, ids)
  await deleteStorageRows(trx, ids)
  await saveAuditEvents(
    trx,
    deleted.map((before) => ({
      action: 'storage.delete',
      entityId: String(before.id),
      before,
      after: { isCreationUndone: true },
    })),
    actor,
  )
  return deleted.length
}

/** Whether these are the events of all storages that one request has created. */
function areOneRequest(creations: readonly StorageCreation[], count: number): boolean {
  const [first] = creations
  return (
    creations.length === count &&
    creations.every(
      ({ personId, at, createdTogether }) =>
        createdTogether === count && personId === first?.personId && at.getTime() === first.at.getTime(),
    )
  )
}

function describe({ what, personName }: SinceCreation, path: string): string {
  switch (what) {
    case 'deleted-by-undo':
      return 'The creation of these storages was undone already.'
    case 'label':
      return `Nothing was undone: a label of ${path} was printed.`
    case 'changed':
      return `Nothing was undone: ${personName} has changed ${path} since.`
    case 'filled':
      return `Nothing was undone: something was placed in ${path} since.`
    case 'counted':
      return `Nothing was undone: an open stock-take includes ${path}.`
    case 'moving':
      return `Nothing was undone: an open move of boxes includes ${path}.`
  }
}
