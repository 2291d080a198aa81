import type { StockTakeBox } from '@lims/contract/stock-takes.ts'
import { isCodeOfStorage, parseStorageCode } from '@lims/contract/storage-code.ts'
import type { Readings } from '../../features/scanning/scanned-code.ts'

/** A name that several boxes have. */
export type SharedName = { sharedName: string }

/**
 * Returns the box whose label was scanned, or whose name: the only box with exactly that name, or else the only one
 * whose name reads so in a scan field. A `SharedName` if there are several; 'foreign' for the label of a storage that
 * is not a box of this stock-take; undefined for the code of a tube.
 */
export const findBox = (boxes: readonly StockTakeBox[], { raw, physical = raw }: Readings) =>
  findBoxByCode(boxes, raw) ?? findBoxByCode(boxes, physical)

function findBoxByCode(
  boxes: readonly StockTakeBox[],
  code: string,
): StockTakeBox | SharedName | 'foreign' | undefined {
  const storageId = parseStorageCode(code)
  if (storageId !== undefined) return boxes.find((box) => box.storageId === storageId) ?? 'foreign'
  const exact = boxes.filter(({ alias }) => alias.toLowerCase() === code.toLowerCase())
  const named =
    exact.length > 0
      ? exact
      : boxes.filter((box) => isCodeOfStorage(code, { id: box.storageId, alias: box.alias }))
  const [box, second] = named
  return box && second ? { sharedName: box.alias } : box
}
