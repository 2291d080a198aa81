import { type Cell, parsePositionLabel, positionLabel } from '@lims/contract/positions.ts'
import type { CellReference } from '@lims/contract/sample-location.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { Grid } from './storage-queries.ts'

export const axesOf = (grid: Grid) => ({
  rowPrefix: grid.row_prefix,
  columnPrefix: grid.column_prefix,
  numberRows: grid.number_rows,
  numberColumns: grid.number_columns,
})

export const cellLabel = (cell: Cell, grid: Grid): string => positionLabel(cell, axesOf(grid))

/**
 * Returns the cell given by coordinates or label. Throws `cell-outside-grid`, `cell-unknown` for a label that the grid
 * does not have, and `request-invalid` if both are given and differ.
 */
export function resolveCell({ rowCoordinate, columnCoordinate, location }: CellReference, grid: Grid): Cell {
  assertOneCell({ rowCoordinate, columnCoordinate, location }, grid)
  if (rowCoordinate && columnCoordinate) {
    const cell = { row: rowCoordinate, column: columnCoordinate }
    if (cell.row <= grid.number_rows && cell.column <= grid.number_columns) return cell
    throw new DomainError(
      'cell-outside-grid',
      `Row ${cell.row}, column ${cell.column} is outside ${grid.alias}, which has ${grid.number_rows} rows and ${grid.number_columns} columns.`,
    )
  }
  const cell = location ? parsePositionLabel(location, axesOf(grid)) : undefined
  if (cell) return cell
  const last = cellLabel({ row: grid.number_rows, column: grid.number_columns }, grid)
  const first = cellLabel({ row: 1, column: 1 }, grid)
  throw new DomainError(
    'cell-unknown',
    location
      ? `'${location}' is not a cell of ${grid.alias}; its cells are ${first} to ${last}.`
      : `Please input location: a cell of ${grid.alias}, ${first} to ${last}.`,
    'location',
  )
}

/** Throws `request-invalid` if label and coordinates are different cells. */
function assertOneCell({ rowCoordinate, columnCoordinate, location }: CellReference, grid: Grid) {
  if (!location || (!rowCoordinate && !columnCoordinate)) return
  const cell = parsePositionLabel(location, axesOf(grid))
  const isSame =
    cell && cell.row === (rowCoordinate ?? cell.row) && cell.column === (columnCoordinate ?? cell.column)
  if (isSame) return
  const coordinates = [
    ...(rowCoordinate ? [`row ${rowCoordinate}`] : []),
    ...(columnCoordinate ? [`column ${columnCoordinate}`] : []),
  ].join(', ')
  throw new DomainError(
    'request-invalid',
    `location '${location}' and ${coordinates} are not the same cell of ${grid.alias}. Send one of them.`,
    'location',
  )
}
