import type { StockTakeBox } from '@lims/contract/stock-takes.ts'
import { isCodeOfStorage, parseStorageCode } from '@lims/contract/storage-code.ts'

/**
 * Returns the box whose label has this code, or whose name it is if no other box has that name. 'foreign' for the label
 * of a storage that is not a box of this stock-take; undefined for the code of a tube.
 */
export function findBox(boxes: readonly StockTakeBox[], code: string): StockTakeBox | 'foreign' | undefined {
  const storageId = parseStorageCode(code)
  if (storageId !== undefined) return boxes.find((box) => box.storageId === storageId) ?? 'foreign'
  const named = boxes.filter((box) => isCodeOfStorage(code, { id: box.storageId, alias: box.alias }))
  return named.length === 1 ? named[0] : undefined
}
