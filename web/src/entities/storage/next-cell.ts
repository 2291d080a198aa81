import {
  type Axes,
  type Cell,
  type CellKey,
  cellKey,
  type FillOrder,
  freeCells,
  type GridSize,
  positionLabel,
} from '@lims/contract/positions.ts'

type Occupied = { rowCoordinate: number; columnCoordinate: number }

/** Returns the first cell, along the rows or down the columns, that is neither occupied nor reserved by a scan. */
export const nextFreeCell = (
  size: GridSize,
  occupied: readonly Occupied[],
  reserved: readonly Cell[],
  order: FillOrder,
): Cell | undefined => cellsLeft(size, occupied, reserved, order).next().value

/** Returns the label of the first free cell, row by row; undefined if the storage is full. */
export function nextFreeLabel(axes: Axes, occupied: readonly Occupied[]): string | undefined {
  const cell = nextFreeCell(axes, occupied, [], 'rows')
  return cell && positionLabel(cell, axes)
}

/** Yields the cells that are neither occupied nor reserved. */
export const cellsLeft = (
  size: GridSize,
  occupied: readonly Occupied[],
  reserved: readonly Cell[],
  order: FillOrder,
): Generator<Cell, undefined> => freeCells(size, takenCells(occupied, reserved), order)

/** Returns the keys of the cells that are occupied or reserved. */
export const takenCells = (occupied: readonly Occupied[], reserved: readonly Cell[]): Set<CellKey> =>
  new Set([
    ...occupied.map(({ rowCoordinate: row, columnCoordinate: column }) => cellKey({ row, column })),
    ...reserved.map(cellKey),
  ])
