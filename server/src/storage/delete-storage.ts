import { formatCount } from '@lims/contract/format-count.ts'
import type { Actor } from '../audit/actor.ts'
import { assertReason } from '../audit/assert-reason.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertDeletion, saveDeletedStorage } from '../deletions/deletion-queries.ts'
import { DomainError } from '../errors/domain-error.ts'
import { asAudited, deleteStorageRow, getPath, lockStorage } from './storage-queries.ts'

/** Deletes an empty storage. Throws `storage-not-empty`. Returns the id of the deletion, for undo. */
export async function deleteStorage(trx: Transaction, id: number, actor: Actor): Promise<string> {
  const row = await lockStorage(trx, id)
  assertReason(actor, 'the storage is deleted')
  const occupied = Number(row.occupied)
  if (occupied > 0) {
    const things = row.type === 'BOX' ? 'sample' : 'storage'
    throw new DomainError(
      'storage-not-empty',
      `${await getPath(trx, id)} holds ${formatCount(occupied, things)}. Empty it before you delete it.`,
    )
  }
  const entityId = String(id)
  const deletionId = await insertDeletion(trx, { entityType: 'storage', entityId }, actor)
  await saveDeletedStorage(trx, deletionId, id)
  await deleteStorageRow(trx, id)
  const after = { deletionId }
  await saveAuditEvent(trx, { action: 'storage.delete', entityId, before: asAudited(row), after }, actor)
  return deletionId
}
