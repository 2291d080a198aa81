import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertDeletion, keepStorage } from '../deletions/deletion-queries.ts'
import { DomainError } from '../errors/domain-error.ts'
import { asStorage, deleteStorageRow, lockStorage } from './storage-queries.ts'

/** Deletes a storage that holds nothing; answers the deletion, by which it can be undone. */
export async function deleteStorage(trx: Transaction, id: number, actor: Actor): Promise<string> {
  const row = await lockStorage(trx, id)
  const held = Number(row.occupied)
  if (held > 0) {
    const things = row.type === 'BOX' ? 'sample' : 'storage'
    throw new DomainError(
      'storage-not-empty',
      `${row.alias} holds ${held} ${things}${held === 1 ? '' : 's'}. Empty it before you delete it.`,
    )
  }
  const entity = { entityType: 'storage', entityId: String(id) } as const
  const deletionId = await insertDeletion(trx, entity, actor)
  await keepStorage(trx, deletionId, id)
  await deleteStorageRow(trx, id)
  const { metadata, ...before } = asStorage(row)
  await saveAuditEvent(trx, { action: 'storage.delete', ...entity, before, after: { deletionId } }, actor)
  return deletionId
}
