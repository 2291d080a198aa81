import type { Cell } from '@lims/contract/positions.ts'

export type FillOrder = 'rows' | 'columns'
type Size = { numberRows: number; numberColumns: number }
type Placed = { rowCoordinate: number; columnCoordinate: number }

const keyOf = ({ row, column }: Cell) => `${row}/${column}`

/** The first free cell along the rows or down the columns, past those that scans under way have been given. */
export function nextFreeCell(
  { numberRows, numberColumns }: Size,
  held: readonly Placed[],
  given: readonly Cell[],
  order: FillOrder,
): Cell | undefined {
  const taken = new Set([
    ...held.map(({ rowCoordinate: row, columnCoordinate: column }) => keyOf({ row, column })),
    ...given.map(keyOf),
  ])
  const [long, short] = order === 'rows' ? [numberRows, numberColumns] : [numberColumns, numberRows]
  for (let outer = 1; outer <= long; outer += 1) {
    for (let inner = 1; inner <= short; inner += 1) {
      const cell = order === 'rows' ? { row: outer, column: inner } : { row: inner, column: outer }
      if (!taken.has(keyOf(cell))) return cell
    }
  }
  return undefined
}
