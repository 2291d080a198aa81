import type { AddStorageBody, Storage } from '@lims/contract/storage.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { assertNameAvailable } from './assert-name-available.ts'
import { assertNoCell, placeStorage } from './place-storage.ts'
import { asAudited, asStorage, getStorage, insertStorage } from './storage-queries.ts'

/** Creates a storage at the top level or in a parent. */
export async function addStorage(trx: Transaction, body: AddStorageBody, actor: Actor): Promise<Storage> {
  const id = await insertStorage(trx, body, actor)
  const { parentID, rowCoordinate, columnCoordinate } = body
  if (parentID && parentID > 0) {
    await placeStorage(trx, { childId: id, parentId: parentID, rowCoordinate, columnCoordinate }, actor)
    await assertNameAvailable(trx, id)
  } else assertNoCell(body)
  const row = await getStorage(trx, id)
  await saveAuditEvent(trx, { action: 'storage.create', entityId: String(id), after: asAudited(row) }, actor)
  return asStorage(row)
}
