import { timeInMessage } from '@lims/contract/message-times.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { getPath, getStorage, type StorageRow } from '../storage/storage-queries.ts'
import {
  findAndLockBox,
  lockStockTake,
  type StockTakeBoxRow,
  type StockTakeRow,
} from './stock-take-queries.ts'

export type OpenBox = {
  stockTake: StockTakeRow
  row: StockTakeBoxRow
  storage: StorageRow
  /** Aliases from the root to the box. */
  place: string
}

/** Locks a box of an open stock-take for counting. Throws `stock-take-closed` and `stock-take-box-unknown`. */
export async function lockOpenBox(
  trx: Transaction,
  stockTakeId: string,
  storageId: number,
): Promise<OpenBox> {
  const stockTake = await lockStockTake(trx, stockTakeId, 'share')
  assertOpen(stockTake)
  const row = await findAndLockBox(trx, stockTakeId, storageId)
  const storage = await getStorage(trx, storageId)
  const place = await getPath(trx, storageId)
  if (!row || storage.type !== 'BOX') throw boxUnknown(stockTake, storage, place)
  return { stockTake, row, storage, place }
}

function boxUnknown({ storage_name }: StockTakeRow, { type, alias }: StorageRow, place: string): DomainError {
  return new DomainError(
    'stock-take-box-unknown',
    type === 'BOX'
      ? `${place} is not part of this stock-take of ${storage_name}.`
      : `${alias} is not a box. Tubes are counted in boxes: scan the label of a box.`,
  )
}

const closedIn = { applied: 'finished', cancelled: 'cancelled' }

/** Throws `stock-take-closed` with who has closed it. */
export function assertOpen({ state, storage_name, closer_name, closed_at }: StockTakeRow): void {
  if (state === 'open') return
  const at = closed_at ? ` (${timeInMessage(closed_at)})` : ''
  throw new DomainError(
    'stock-take-closed',
    `The stock-take of ${storage_name} was ${closedIn[state]} by ${closer_name}${at}.`,
  )
}
