import { axisLabels, type Cell, type CellKey, cellOfKey, positionLabel } from '@lims/contract/positions.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'

/** Returns the cell of a grid that an element is, or is in. */
export function cellOfElement(element: Element | null | undefined): Cell | undefined {
  const key = element?.closest?.<HTMLElement>('[data-cell]')?.dataset.cell
  return key ? cellOfKey(key as CellKey) : undefined
}

/** A storage with the contents of its cells, as the grid shows it. */
export type GridModel = {
  storage: Storage
  rowLabels: readonly string[]
  columnLabels: readonly string[]
  /** Row by row from the first corner; undefined for an empty cell. */
  rows: readonly (readonly (OccupancyEntry | undefined)[])[]
  occupied: number
}

export function gridModel(storage: Storage, occupancy: readonly OccupancyEntry[]): GridModel {
  const { numberRows, numberColumns, rowPrefix, columnPrefix } = storage
  const rows = Array.from({ length: numberRows }, () =>
    new Array<OccupancyEntry | undefined>(numberColumns).fill(undefined),
  )
  for (const entry of occupancy) {
    const row = rows[entry.rowCoordinate - 1]
    if (row && entry.columnCoordinate <= numberColumns) row[entry.columnCoordinate - 1] = entry
  }
  return {
    storage,
    rowLabels: axisLabels(rowPrefix, numberRows),
    columnLabels: axisLabels(columnPrefix, numberColumns),
    rows,
    occupied: occupancy.length,
  }
}

export const contentAt = ({ rows }: GridModel, { row, column }: Cell) => rows[row - 1]?.[column - 1]

export const labelOf = ({ storage }: GridModel, cell: Cell): string => positionLabel(cell, storage)

export const isInside = ({ storage }: GridModel, { row, column }: Cell): boolean =>
  row >= 1 && row <= storage.numberRows && column >= 1 && column <= storage.numberColumns
