import type { BoxBody, StockTakeBox, StockTakeTube } from '@lims/contract/stock-takes.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listStockTakeBoxes } from './stock-take-number-queries.ts'
import { getStockTake } from './stock-take-queries.ts'
import { listBoxTubes } from './tube-queries.ts'

/** Reads a box with its tubes. Throws `stock-take-box-unknown`. */
export async function readBox(
  db: Db,
  { stockTakeId, storageId }: BoxBody,
): Promise<{ box: StockTakeBox; tubes: StockTakeTube[] }> {
  const { storage_name } = await getStockTake(db, stockTakeId)
  const box = (await listStockTakeBoxes(db, stockTakeId)).find((one) => one.storageId === storageId)
  if (!box) {
    throw new DomainError(
      'stock-take-box-unknown',
      `This box is not part of the stock-take of ${storage_name}.`,
    )
  }
  return { box, tubes: await listBoxTubes(db, stockTakeId, storageId) }
}
