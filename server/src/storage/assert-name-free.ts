import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { findNamesake, getStorage, lockStorage } from './storage-queries.ts'

/**
 * Throws `storage-name-taken` if the parent holds another storage of this name. Locks the parent, so that of two
 * transactions the later one sees the first. Names at the top level may repeat.
 * A rule and no unique index: a laboratory may have had duplicates before.
 */
export async function assertNameFree(trx: Transaction, id: number): Promise<void> {
  const { alias, parent_id: parentId } = await getStorage(trx, id)
  if (!parentId) return
  const parent = await lockStorage(trx, parentId)
  const namesake = await findNamesake(trx, { id, alias, parentId })
  if (!namesake) return
  throw new DomainError(
    'storage-name-taken',
    `${parent.alias} already holds a storage named '${namesake.alias}'. Please use another name.`,
    'alias',
  )
}
