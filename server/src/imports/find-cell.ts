import type { PositionNumbers } from '@lims/contract/imports.ts'
import {
  type Axes,
  axisLabels,
  type Cell,
  parsePositionLabel,
  positionLabel,
} from '@lims/contract/positions.ts'
import type { PlaceReference } from './place-reference.ts'

/** Why a position is no cell of a box, to be said after its name. */
type NoCell = { problem: string }

/**
 * Returns the cell of a box that a position means: a label of the box in any usual form ('B4', 'b04', 'B-4', '4B'), a
 * row and a column, or a number if it is known how the cells are numbered.
 */
export function findCell(
  position: PlaceReference['position'],
  box: Axes & { name: string },
  numbers: PositionNumbers | undefined,
): Cell | NoCell {
  if ('row' in position) return findByAxes(position, box)
  const label = position.label.toUpperCase()
  if (isNumber(label)) return findByNumber(Number(label), box, numbers)
  return parsePositionLabel(asLabel(label), box) ?? noSuchCell(box)
}

/** Returns 'B4' for 'B-4', 'B 04' and '4B', and '2-4' for '2:4'. */
const asLabel = (text: string): string =>
  text.replace(
    /^([A-Z]{1,3}|\d{1,6})( ?[:/-]? ?)([A-Z]{1,3}|\d{1,6})$/,
    (_, first: string, separator: string, second: string) => {
      if (isNumber(first) !== isNumber(second)) return isNumber(first) ? second + first : first + second
      // '0000012' and 'AAB' do not say where their row ends.
      return separator === '' ? text : `${first}-${second}`
    },
  )

const isNumber = (text: string) => /^\d{1,6}$/.test(text)

function findByNumber(number: number, box: Axes & { name: string }, numbers: PositionNumbers | undefined) {
  if (numbers === undefined) return { problem: 'is a number: choose how the cells of the boxes are numbered' }
  const { numberRows, numberColumns } = box
  const index = number - 1
  if (index < 0 || index >= numberRows * numberColumns)
    return { problem: `is not a cell of ${box.name}, which has ${numberRows * numberColumns} cells` }
  return numbers === 'rows'
    ? { row: Math.floor(index / numberColumns) + 1, column: (index % numberColumns) + 1 }
    : { row: (index % numberRows) + 1, column: Math.floor(index / numberRows) + 1 }
}

function findByAxes({ row, column }: { row: string; column: string }, box: Axes & { name: string }) {
  const rows = axisLabels(box.rowPrefix, box.numberRows)
  const columns = axisLabels(box.columnPrefix, box.numberColumns)
  const cell = {
    row: indexOnAxis(row, box.rowPrefix, rows),
    column: indexOnAxis(column, box.columnPrefix, columns),
  }
  return cell.row > 0 && cell.column > 0
    ? cell
    : {
        problem: `with column '${column}' is not a cell of ${box.name}: its rows are ${spanOf(rows)}, its columns ${spanOf(columns)}`,
      }
}

/**
 * Returns the number of a row or column, counted from 1, by its label or, on an axis of letters, by its number; 0 if
 * there is none.
 */
function indexOnAxis(text: string, prefix: string, labels: readonly string[]): number {
  const name = withoutZeros(text.toUpperCase())
  if (isNumber(name) && !isNumber(prefix)) return Number(name) <= labels.length ? Number(name) : 0
  return labels.map(withoutZeros).indexOf(name) + 1
}

const withoutZeros = (label: string) => label.replace(/^0{1,5}(?=\d)/, '')

const noSuchCell = (box: Axes & { name: string }): NoCell => ({
  problem: `is not a cell of ${box.name}: its cells are ${rangeOf(box)}`,
})

/** '1 to 9' */
const spanOf = (labels: readonly string[]) => `${labels[0]} to ${labels.at(-1)}`

const rangeOf = (box: Axes) =>
  `${positionLabel({ row: 1, column: 1 }, box)} to ${positionLabel({ row: box.numberRows, column: box.numberColumns }, box)}`
