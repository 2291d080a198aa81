import {
  type Axes,
  type Cell,
  cellKey,
  parseAxis,
  parsePositionLabel,
  positionLabel,
} from '@lims/contract/positions.ts'
import type { AxisConvention } from '@lims/contract/rack-scan.ts'
import {
  type Fault,
  isPosition,
  type RackFile,
  type Reading,
  rackFileError,
  type ScannedCell,
  type ScannedPlace,
} from './rack-file.ts'

export type Box = Axes & { alias: string }
export type PlacedReading = Cell & { line: number; reading: Reading }
type Placed = { cells: PlacedReading[]; faults: Fault[] }
export type PlacedRack = Record<AxisConvention, Placed> & { isSame: boolean }

/** Number of rows by number of tubes, for the usual racks: 4 × 6, 6 × 8, 8 × 12 and 16 × 24. */
const rowsOfRack: Record<number, number> = { 24: 4, 48: 6, 96: 8, 384: 16 }
const slasAxes = { rowPrefix: 'A', columnPrefix: '1' }

/**
 * Assigns a cell of the box to each scanned place, by both conventions. Throws `rack-file-invalid` if a tube occurs
 * twice or the file does not fit by the given convention, or by any.
 */
export function placeRack(given: RackFile, box: Box, requested: AxisConvention | undefined): PlacedRack {
  const file = { ...given, cells: withoutSeparatorAtEnd(given.cells, box) }
  const slas = placeBy(file, box, 'slas')
  const own = placeBy(file, box, 'own')
  const isBySlas = requested ? requested === 'slas' : own.faults.length > 0
  const faults = [...repeatedTubes(file.cells, file.word), ...(isBySlas ? slas : own).faults]
  if (faults.length > 0) throw rackFileError(faults, file.word)
  return { slas, own, isSame: isSame(slas.cells, own.cells) }
}

/** A list may end with a separator. Of a rack that it fills, a blank field at the end is the last place. */
function withoutSeparatorAtEnd(cells: ScannedCell[], box: Box): ScannedCell[] {
  const last = cells.at(-1)
  if (!last || !('index' in last.place) || last.reading !== 'unreadable') return cells
  const { count } = last.place
  if (count in rowsOfRack || count === box.numberRows * box.numberColumns) return cells
  return cells
    .slice(0, -1)
    .map((cell) => ('index' in cell.place ? { ...cell, place: { ...cell.place, count: count - 1 } } : cell))
}

function placeBy(file: RackFile, box: Box, convention: AxisConvention): Placed {
  const cells: PlacedReading[] = []
  const faults: Fault[] = []
  const seen = new Map<string, number>()
  for (const { line, place, reading } of file.cells) {
    const cell = cellOf(place, box, convention)
    if (!cell) {
      faults.push({ line, text: placementFault(place, box, convention) })
      continue
    }
    const key = cellKey(cell)
    const earlier = seen.get(key)
    if (earlier === undefined) cells.push({ ...cell, line, reading })
    else
      faults.push({
        line,
        text: `${describePlace(place)} is already in ${file.word.toLowerCase()} ${earlier}.`,
      })
    seen.set(key, earlier ?? line)
  }
  return { cells, faults }
}

function cellOf(place: ScannedPlace, box: Box, convention: AxisConvention): Cell | undefined {
  if ('label' in place)
    return parsePositionLabel(place.label, convention === 'slas' ? { ...box, ...slasAxes } : box)
  const cell = 'index' in place ? cellOfListIndex(place, box, convention) : place
  const isInside = cell && cell.row <= box.numberRows && cell.column <= box.numberColumns
  return isInside ? { row: cell.row, column: cell.column } : undefined
}

/** Lists run down the columns of the rack. In a box with letters on its columns, that is along the rows. */
function cellOfListIndex(
  { index, count }: { index: number; count: number },
  box: Box,
  convention: AxisConvention,
) {
  const isTransposed = convention === 'own' && lettersRunAlongRows(box)
  const wholeBox = box.numberRows * box.numberColumns === count
  const letters =
    rowsOfRack[count] ?? (wholeBox ? (isTransposed ? box.numberColumns : box.numberRows) : undefined)
  if (!letters) return undefined
  const letter = (index % letters) + 1
  const number = Math.floor(index / letters) + 1
  return isTransposed ? { row: number, column: letter } : { row: letter, column: number }
}

const lettersRunAlongRows = ({ rowPrefix, columnPrefix }: Box) =>
  parseAxis(rowPrefix)?.kind === 'digits' && parseAxis(columnPrefix)?.kind === 'letters'

function placementFault(place: ScannedPlace, box: Box, convention: AxisConvention): string {
  const size = `${box.numberRows} rows and ${box.numberColumns} columns`
  if ('index' in place && !cellOfListIndex(place, box, convention)) {
    const sizes = Object.keys(rowsOfRack).join(', ')
    return `a list of ${place.count} tubes does not fit any rack: expected ${sizes}, or the number of cells of ${box.alias}.`
  }
  if ('label' in place && !isPosition(place.label)) return `'${place.label}' is not a position.`
  const axes = convention === 'slas' ? slasAxes : box
  const last = positionLabel({ row: box.numberRows, column: box.numberColumns }, axes)
  return `${describePlace(place)} is outside ${box.alias}, which has ${size} (up to ${last}): the rack is larger than the box.`
}

const describePlace = (place: ScannedPlace): string => {
  if ('label' in place) return place.label
  return 'index' in place ? `tube ${place.index + 1}` : `row ${place.row}, column ${place.column}`
}

function repeatedTubes(cells: readonly ScannedCell[], word: string): Fault[] {
  const seen = new Map<string, number>()
  return cells.flatMap(({ line, reading }) => {
    if (typeof reading === 'string') return []
    const key = reading.code.toUpperCase()
    const earlier = seen.get(key)
    seen.set(key, earlier ?? line)
    if (earlier === undefined) return []
    const text =
      earlier === line
        ? `tube ${reading.code} occurs twice.`
        : `tube ${reading.code} is already in ${word.toLowerCase()} ${earlier}.`
    return [{ line, text }]
  })
}

const isSame = (cells: readonly PlacedReading[], others: readonly PlacedReading[]) =>
  cells.every(({ row, column }, index) => others[index]?.row === row && others[index]?.column === column)
