import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { cellTaken } from './place-samples.ts'
import { deleteStoragePlace, insertPlacement, listFreeCells } from './placement-queries.ts'
import { resolveCell } from './resolve-cell.ts'
import { lockStorage } from './storage-queries.ts'
import { translateDatabaseError } from './translate-database-error.ts'

type Placement = {
  childId: number
  parentId: number
  rowCoordinate?: number | null | undefined
  columnCoordinate?: number | null | undefined
}

/**
 * Places a storage in the given cell of its parent, or in the first free one, and frees its former cell. Call it with
 * the storage locked, unless it is new. `scannedAt` is the time of a scan that was sent later. Throws `storage-full`,
 * `cell-taken`, and what `resolveCell` throws.
 */
export async function placeStorage(
  trx: Transaction,
  { childId, parentId, ...target }: Placement,
  actor: Actor,
  scannedAt?: Date,
): Promise<void> {
  const parent = await lockStorage(trx, parentId)
  await deleteStoragePlace(trx, childId)
  const cell = target.rowCoordinate ? resolveCell(target, parent) : (await listFreeCells(trx, parent, 1))[0]
  if (!cell)
    throw new DomainError(
      'storage-full',
      `${parent.alias} is full: all ${parent.occupied} cells are occupied.`,
    )

  const place = { storageId: parent.id, ...cell }
  const content = { childStorageId: childId }
  if (await translateDatabaseError(insertPlacement(trx, content, place, actor, scannedAt))) return
  throw await cellTaken(trx, place, (label, obstacle) => `${label} holds ${obstacle}.`)
}

/** Throws `request-invalid` for a cell of a storage that is in no other. */
export function assertNoCell({ rowCoordinate }: Pick<Placement, 'rowCoordinate'>): void {
  if (!rowCoordinate) return
  throw new DomainError('request-invalid', 'A cell needs parentID: the storage that it is in.', 'parentID')
}
