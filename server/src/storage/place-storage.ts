import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { deleteStoragePlace, findContentName, findFreeCell, insertPlacement } from './placement-queries.ts'
import { lockStorage } from './storage-queries.ts'
import { labelOf, wantedCell } from './wanted-cell.ts'
import { wordRefusal } from './word-refusal.ts'

type Wanted = {
  childId: number
  parentId: number
  rowCoordinate?: number | null | undefined
  columnCoordinate?: number | null | undefined
}

/** Puts a storage into a cell of its parent: the wanted one, or the first that is free. It leaves the cell it stood in. */
export async function placeStorage(
  trx: Transaction,
  { childId, parentId, ...wanted }: Wanted,
  actor: Actor,
): Promise<void> {
  const parent = await lockStorage(trx, parentId)
  await deleteStoragePlace(trx, childId)
  const isChosen = wanted.rowCoordinate && wanted.columnCoordinate
  const cell = isChosen ? wantedCell(wanted, parent) : await findFreeCell(trx, parent)
  if (!cell)
    throw new DomainError(
      'storage-full',
      `${parent.alias} is full: all ${parent.occupied} cells hold something.`,
    )

  const place = { storageId: parent.id, ...cell }
  if (await wordRefusal(insertPlacement(trx, { childStorageId: childId }, place, actor))) return
  const holds = (await findContentName(trx, place)) ?? 'something else'
  throw new DomainError('cell-taken', `${labelOf(cell, parent)} of ${parent.alias} holds ${holds}.`)
}
