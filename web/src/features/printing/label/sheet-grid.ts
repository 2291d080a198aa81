import type { LabelStock } from '@lims/contract/labels.ts'

export const a4 = { widthMm: 210, heightMm: 297 }
/** Office printers cannot print closer to the edge. */
const marginMm = 8
/** Room to cut between labels. */
const gapMm = 2

export type SheetGrid = { columns: number; rows: number }
/** Measured from the upper left corner of the page. */
type SheetPlace = { page: number; leftMm: number; topMm: number }

/** Returns how many labels fit on an A4 page, or undefined if none does. */
export function sheetGrid({ widthMm, heightMm }: LabelStock): SheetGrid | undefined {
  const countFitting = (page: number, label: number) =>
    Math.floor((page - 2 * marginMm + gapMm) / (label + gapMm) + 1e-9)
  const grid = { columns: countFitting(a4.widthMm, widthMm), rows: countFitting(a4.heightMm, heightMm) }
  return grid.columns > 0 && grid.rows > 0 ? grid : undefined
}

/** Returns the place of a label by its index from 0: row by row, page by page. */
export function placeOnSheet(index: number, { columns, rows }: SheetGrid, stock: LabelStock): SheetPlace {
  const indexOnPage = index % (columns * rows)
  const gridWidthMm = columns * (stock.widthMm + gapMm) - gapMm
  return {
    page: Math.floor(index / (columns * rows)),
    leftMm: (a4.widthMm - gridWidthMm) / 2 + (indexOnPage % columns) * (stock.widthMm + gapMm),
    topMm: marginMm + Math.floor(indexOnPage / columns) * (stock.heightMm + gapMm),
  }
}
