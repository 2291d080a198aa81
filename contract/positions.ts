/** A cell of a storage's grid, counted from 1. The database stores this; the label is derived from it. */
export type Cell = { row: number; column: number }

/** `rowPrefix` and `columnPrefix` are the first label of each axis: '1' and 'A' give A1, B1 … along the first row. */
export type Axes = {
  rowPrefix: string
  columnPrefix: string
  numberRows: number
  numberColumns: number
}

export type GridSize = Pick<Axes, 'numberRows' | 'numberColumns'>

/** A cell as the key of a map or set: 'row,column'. */
export type CellKey = `${number},${number}`
export const cellKey = ({ row, column }: Cell): CellKey => `${row},${column}`
export function cellOfKey(key: CellKey): Cell {
  const [row = 0, column = 0] = key.split(',').map(Number)
  return { row, column }
}

export const isSameCell = (one: Cell, other: Cell): boolean =>
  one.row === other.row && one.column === other.column

/** Along the rows or down the columns. */
export type FillOrder = 'rows' | 'columns'

/** Yields the cells of a grid that are not among `taken`. */
export function* freeCells(
  { numberRows, numberColumns }: GridSize,
  taken: ReadonlySet<CellKey>,
  order: FillOrder = 'rows',
): Generator<Cell, undefined> {
  const [long, short] = order === 'rows' ? [numberRows, numberColumns] : [numberColumns, numberRows]
  for (let outer = 1; outer <= long; outer += 1) {
    for (let inner = 1; inner <= short; inner += 1) {
      const cell = order === 'rows' ? { row: outer, column: inner } : { row: inner, column: outer }
      if (!taken.has(cellKey(cell))) yield cell
    }
  }
}

/** Returns the cells of a grid, row by row. */
export const cellsOf = ({ numberRows, numberColumns }: GridSize): Cell[] =>
  Array.from({ length: numberRows * numberColumns }, (_, index) => ({
    row: Math.floor(index / numberColumns) + 1,
    column: (index % numberColumns) + 1,
  }))

export const maxAxisPrefixLength = 4
const axisDigits = new RegExp(`^\\d{1,${maxAxisPrefixLength}}$`)

type Axis = { kind: 'letters' | 'digits'; first: number; width: number }

/** Parses the first label of an axis: letters (A … Z, AA …) or digits. Returns undefined for anything else. */
export function parseAxis(prefix: string): Axis | undefined {
  if (/^[A-Za-z]{1,2}$/.test(prefix)) return { kind: 'letters', first: numberOfLetters(prefix), width: 0 }
  if (axisDigits.test(prefix)) return { kind: 'digits', first: Number(prefix), width: prefix.length }
  return undefined
}

/** Returns `length` labels of an axis, starting with its prefix; empty if the prefix is invalid. */
export function axisLabels(prefix: string, length: number): string[] {
  const axis = parseAxis(prefix)
  return axis ? Array.from({ length }, (_, index) => labelAt(axis, index)) : []
}

/**
 * Returns the label of a cell, such as 'B4', letter first. If both axes are letters or both digits: 'row-column'.
 * Throws RangeError for invalid axes.
 */
export function positionLabel({ row, column }: Cell, axes: Pick<Axes, 'rowPrefix' | 'columnPrefix'>): string {
  const { rowAxis, columnAxis } = bothAxes(axes)
  const rowLabel = labelAt(rowAxis, row - 1)
  const columnLabel = labelAt(columnAxis, column - 1)
  if (rowAxis.kind === columnAxis.kind) return `${rowLabel}-${columnLabel}`
  return rowAxis.kind === 'letters' ? rowLabel + columnLabel : columnLabel + rowLabel
}

/**
 * Returns the cell with this label, or undefined if it is not in the grid. Ignores case and leading zeros. Throws
 * RangeError for invalid axes.
 */
export function parsePositionLabel(label: string, axes: Axes): Cell | undefined {
  const { rowAxis, columnAxis } = bothAxes(axes)
  const parts = splitLabel(label.trim().toUpperCase(), rowAxis, columnAxis)
  if (!parts) return undefined
  const row = numberOf(rowAxis, parts.row) - rowAxis.first + 1
  const column = numberOf(columnAxis, parts.column) - columnAxis.first + 1
  const inside = row >= 1 && row <= axes.numberRows && column >= 1 && column <= axes.numberColumns
  return inside ? { row, column } : undefined
}

function bothAxes({ rowPrefix, columnPrefix }: Pick<Axes, 'rowPrefix' | 'columnPrefix'>) {
  const rowAxis = parseAxis(rowPrefix)
  const columnAxis = parseAxis(columnPrefix)
  if (!rowAxis || !columnAxis)
    throw new RangeError(`'${rowPrefix}' and '${columnPrefix}' are not valid axis prefixes`)
  return { rowAxis, columnAxis }
}

function splitLabel(label: string, rowAxis: Axis, columnAxis: Axis) {
  if (rowAxis.kind === columnAxis.kind) {
    const part = rowAxis.kind === 'letters' ? '[A-Z]{1,3}' : '\\d{1,6}'
    const [, row, column] = new RegExp(`^(${part})-(${part})$`).exec(label) ?? []
    return row && column ? { row, column } : undefined
  }
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,6})$/.exec(label) ?? []
  if (!letters || !digits) return undefined
  return rowAxis.kind === 'letters' ? { row: letters, column: digits } : { row: digits, column: letters }
}

const labelAt = (axis: Axis, index: number) =>
  axis.kind === 'letters'
    ? lettersOfNumber(axis.first + index)
    : String(axis.first + index).padStart(axis.width, '0')

const numberOf = (axis: Axis, label: string) =>
  axis.kind === 'letters' ? numberOfLetters(label) : Number(label)

/** A = 1 … Z = 26, AA = 27 … */
export function numberOfLetters(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

/** 1 = A … 26 = Z, 27 = AA … */
export function lettersOfNumber(number: number): string {
  const last = (number - 1) % 26
  const rest = (number - 1 - last) / 26
  return (rest > 0 ? lettersOfNumber(rest) : '') + String.fromCharCode(65 + last)
}
