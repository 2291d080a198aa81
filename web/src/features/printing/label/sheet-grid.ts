import type { LabelStock } from '@lims/contract/labels.ts'

export const a4 = { widthMm: 210, heightMm: 297 }
/** What office printers leave white at the edges. */
const marginMm = 8
/** Room for the scissors. */
const gapMm = 2

export type SheetGrid = { columns: number; rows: number }
/** From the upper left corner of the page. */
export type SheetPlace = { page: number; leftMm: number; topMm: number }

/** How many labels of a stock an A4 page holds; undefined when it holds none. */
export function sheetGrid({ widthMm, heightMm }: LabelStock): SheetGrid | undefined {
  const fitting = (page: number, label: number) =>
    Math.floor((page - 2 * marginMm + gapMm) / (label + gapMm) + 1e-9)
  const grid = { columns: fitting(a4.widthMm, widthMm), rows: fitting(a4.heightMm, heightMm) }
  return grid.columns > 0 && grid.rows > 0 ? grid : undefined
}

/** Where the label with an index, counted from 0, goes: row by row, page by page. */
export function placeOnSheet(index: number, { columns, rows }: SheetGrid, stock: LabelStock): SheetPlace {
  const onPage = index % (columns * rows)
  const used = columns * (stock.widthMm + gapMm) - gapMm
  return {
    page: Math.floor(index / (columns * rows)),
    leftMm: (a4.widthMm - used) / 2 + (onPage % columns) * (stock.widthMm + gapMm),
    topMm: marginMm + Math.floor(onPage / columns) * (stock.heightMm + gapMm),
  }
}
