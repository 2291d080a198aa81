import type { Transaction } from '../db/database.ts'
import { lockNamesake } from '../deletions/deletion-queries.ts'
import { DomainError } from '../errors/domain-error.ts'

/**
 * Throws `storage-name-taken` if the parent contains another storage with this name. Top-level names may repeat.
 * Not a unique index, because existing databases may contain duplicates.
 */
export async function assertNameAvailable(trx: Transaction, id: number): Promise<void> {
  const namesake = await lockNamesake(trx, id)
  if (!namesake) return
  throw new DomainError(
    'storage-name-taken',
    `${namesake.parent} already holds a storage named '${namesake.alias}'. Please use another name.`,
    'alias',
  )
}
