import { type Axes, type Cell, cellKey, type GridSize, positionLabel } from '@lims/contract/positions.ts'

export type FillOrder = 'rows' | 'columns'
type Occupied = { rowCoordinate: number; columnCoordinate: number }

/** Returns the first cell, along the rows or down the columns, that is neither occupied nor reserved by a scan. */
export const nextFreeCell = (
  size: GridSize,
  occupied: readonly Occupied[],
  reserved: readonly Cell[],
  order: FillOrder,
): Cell | undefined => freeCells(size, occupied, reserved, order).next().value

/** Returns the label of the first free cell, row by row; undefined if the storage is full. */
export function nextFreeLabel(axes: Axes, occupied: readonly Occupied[]): string | undefined {
  const cell = nextFreeCell(axes, occupied, [], 'rows')
  return cell && positionLabel(cell, axes)
}

/** Yields the cells that are neither occupied nor reserved, along the rows or down the columns. */
export function* freeCells(
  { numberRows, numberColumns }: GridSize,
  occupied: readonly Occupied[],
  reserved: readonly Cell[],
  order: FillOrder,
): Generator<Cell, undefined> {
  const taken = new Set([
    ...occupied.map(({ rowCoordinate: row, columnCoordinate: column }) => cellKey({ row, column })),
    ...reserved.map(cellKey),
  ])
  const [long, short] = order === 'rows' ? [numberRows, numberColumns] : [numberColumns, numberRows]
  for (let outer = 1; outer <= long; outer += 1) {
    for (let inner = 1; inner <= short; inner += 1) {
      const cell = order === 'rows' ? { row: outer, column: inner } : { row: inner, column: outer }
      if (!taken.has(cellKey(cell))) yield cell
    }
  }
}
