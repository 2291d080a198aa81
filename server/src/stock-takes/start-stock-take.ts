import { formatNumber } from '@lims/contract/format-count.ts'
import { maxStockTakeBoxes, type StockTake } from '@lims/contract/stock-takes.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { getPath, getStorage, lockExistingStorages } from '../storage/storage-queries.ts'
import { withNumbers } from './stock-take-number-queries.ts'
import {
  findOverlap,
  getStockTake,
  insertBoxes,
  insertStockTake,
  listBoxesToCount,
} from './stock-take-queries.ts'

/**
 * Starts counting the boxes inside a storage. Throws `stock-take-overlaps` if one of them is being counted already, and
 * `request-invalid` for a storage without boxes, or with more than 5,000.
 */
export async function startStockTake(trx: Transaction, storageId: number, actor: Actor): Promise<StockTake> {
  const storage = await getStorage(trx, storageId)
  const listed = await listBoxesToCount(trx, storageId, maxStockTakeBoxes + 1)
  if (listed.length > maxStockTakeBoxes) {
    throw new DomainError(
      'request-invalid',
      `${storage.alias} has more than ${formatNumber(maxStockTakeBoxes)} boxes. Count a part of it.`,
      'storageId',
    )
  }
  // A deletion, or an undo of the creation, either waits for the boxes of the stock-take, or is seen.
  const present = await lockExistingStorages(
    trx,
    listed.map(({ id }) => id),
  )
  const boxes = listed.filter(({ id }) => present.has(id))
  if (boxes.length === 0) {
    throw new DomainError('request-invalid', `There is no box in ${storage.alias} to count.`, 'storageId')
  }
  // The path, as several racks may have a Box 1.
  const storageName = await getPath(trx, storageId)
  const id = await insertStockTake(trx, { storageId, storageName }, actor)
  if ((await insertBoxes(trx, id, boxes)) < boxes.length) {
    throw await overlapError(
      trx,
      boxes.map((box) => box.id),
      id,
    )
  }
  await saveAuditEvent(
    trx,
    {
      action: 'stock-take.start',
      entityId: id,
      after: { name: storageName, storageId, boxes: boxes.length },
    },
    actor,
  )
  return readStockTake(trx, id)
}

/** Returns the error that names the other stock-take of one of these boxes. */
export async function overlapError(
  trx: Transaction,
  boxIds: readonly number[],
  id: string,
): Promise<DomainError> {
  const other = await findOverlap(trx, boxIds, id)
  const sentence = other
    ? `${other.boxAlias} is being counted in the stock-take of ${other.storageName} that ${other.startedBy} has started. Finish or cancel that one first.`
    : 'One of these boxes was being counted in another stock-take. Please try again.'
  return new DomainError('stock-take-overlaps', sentence)
}

async function readStockTake(trx: Transaction, id: string): Promise<StockTake> {
  const [stockTake] = await withNumbers(trx, [await getStockTake(trx, id)])
  if (!stockTake) throw new Error(`The stock-take ${id} was just read`)
  return stockTake
}
