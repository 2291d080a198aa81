import type { StockTakeBox } from '@lims/contract/stock-takes.ts'
import { isCodeOfStorage, parseStorageCode } from '@lims/contract/storage-code.ts'
import type { Readings } from '../../features/scanning/scanned-code.ts'

/**
 * Returns the box whose label was scanned, or whose name if no other box has that name. 'foreign' for the label of a
 * storage that is not a box of this stock-take; undefined for the code of a tube.
 */
export const findBox = (boxes: readonly StockTakeBox[], { raw, physical = raw }: Readings) =>
  findBoxByCode(boxes, raw) ?? findBoxByCode(boxes, physical)

function findBoxByCode(boxes: readonly StockTakeBox[], code: string): StockTakeBox | 'foreign' | undefined {
  const storageId = parseStorageCode(code)
  if (storageId !== undefined) return boxes.find((box) => box.storageId === storageId) ?? 'foreign'
  const named = boxes.filter((box) => isCodeOfStorage(code, { id: box.storageId, alias: box.alias }))
  return named.length === 1 ? named[0] : undefined
}
