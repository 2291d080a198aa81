import { parseDecimal } from '@lims/contract/decimal.ts'
import { isWrittenTime } from './logger-time.ts'
import { isUnit, type Unit } from './logger-units.ts'

/** Columns of a line that are looked at. */
const maxColumns = 200

type Cells = { cells: string[]; areQuoted: boolean; separator: string }
type Row = string[] | undefined

/**
 * Returns the cells of each line, trimmed; undefined for a line that cannot be separated. The number of a line is left
 * out. Where lines begin with a day and a time of day in cells of their own, these become one cell, and so do the first
 * two of each line of headers.
 */
export function cellsOfLines(lines: readonly string[], delimiter: string | undefined): Row[] {
  const separated = lines.map((line) => separate(line, delimiter))
  const rows = withTimesJoined(withoutNumbers(separated.map((line) => line?.cells)))
  const isDoubtful = (cells: Row, index: number) =>
    separated[index]?.separator === ',' && !separated[index].areQuoted && hasMoreThanTwo(cells)
  const ofCommas = rows.map((cells, index) => (separated[index]?.separator === ',' ? cells : undefined))
  const first = ofCommas.findIndex(beginsWithTime)
  const names = rows.some((cells, index) => index >= first && isDoubtful(cells, index))
    ? findNamesBetweenCommas(ofCommas, first)
    : undefined
  // A line above the readings that is not divided as the names are may be a sentence.
  const isSeparated = ({ length }: readonly string[], index: number) =>
    names !== undefined && (index >= first || length === names.length)
  return rows.map((cells, index) =>
    cells && isDoubtful(cells, index) && !isSeparated(cells, index) ? undefined : cells,
  )
}

const hasMoreThanTwo = (cells: Row): boolean => cells?.slice(2).some((cell) => cell !== '') ?? false

function separate(line: string, delimiter: string | undefined): Cells | undefined {
  const separator = delimiter ?? [';', '\t', ','].find((sign) => line.includes(sign))
  if (separator === undefined) return undefined
  const areQuoted = hasQuotedReading(line)
  const hasQuotes = areQuoted || (separator === ',' && line.split('"', 2 * maxColumns).length % 2 === 1)
  return { cells: hasQuotes ? cellsOutsideQuotes(line) : plainCells(line, separator), areQuoted, separator }
}

const day =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}(?:[-/.]\d{1,2}[-/.]|(?:\.? ?|[-/])\p{L}{3,9}\.?(?:,? |[-/]?))(?:\d{4}|\d{2}))$/u
const timeOfDay = /^\d{1,2}:\d{2}/

const hasTimeApart = ([first = '', second = '']: readonly string[]): boolean =>
  day.test(first) && timeOfDay.test(second)

/** Whether a line of the header may name the columns. */
const mayNameColumns = (cells: Row): cells is string[] => cells !== undefined && cells.length > 2

function withTimesJoined(rows: readonly Row[]): Row[] {
  const first = rows.findIndex((cells) => cells && hasTimeApart(cells))
  return rows.map((cells, index) =>
    cells && ((index < first && mayNameColumns(cells)) || hasTimeApart(cells)) ? joinTime(cells) : cells,
  )
}

const joinTime = ([first = '', second = '', ...others]: readonly string[]): string[] => [
  `${first} ${second}`.trim(),
  ...others,
]

/**
 * Leaves out the first cells of a file that numbers its lines, and of the names of its columns. Beside lines that begin
 * with their time, those with a number are of another list, such as of alarms.
 */
function withoutNumbers(rows: readonly Row[]): Row[] {
  if (rows.some((cells) => cells && timeOf(cells) !== undefined)) return [...rows]
  const first = rows.findIndex(isNumbered)
  const names = rows.slice(0, Math.max(first, 0)).findLast(mayNameColumns)
  if (first === -1 || namesDevice.test(names?.[0] ?? '') || !areNumberedInTurn(rows.filter(isNumbered)))
    return [...rows]
  return rows.map((cells, index) =>
    (index < first && mayNameColumns(cells)) || isNumbered(cells) ? cells.slice(1) : cells,
  )
}

const isNumbered = (cells: Row): cells is string[] =>
  cells !== undefined && /^\d{1,10}$/.test(cells[0] ?? '') && timeOf(cells.slice(1, 3)) !== undefined

/** Of a number in such a column, one file may have the readings of several storages. */
const namesDevice =
  /sensor|probe|channel|device|logger|freezer|fridge|storage|unit|position|location|\broom\b|kanal|f[üu]hler|sonde|ger[äa]t|schrank|truhe|standort|\braum/i

const timeOf = (cells: readonly string[]): string | undefined =>
  hasTimeApart(cells) ? cells.join(' ') : isWrittenTime(cells[0] ?? '') ? cells[0] : undefined

/** Whether lines count up or down by one, and most have another time than the one before: sensors have the same. */
function areNumberedInTurn(rows: readonly string[][]): boolean {
  const numbers = rows.map(([number]) => Number(number))
  const times = rows.map((cells) => timeOf(cells.slice(1, 3)))
  const step = (numbers[1] ?? 0) < (numbers[0] ?? 0) ? -1 : 1
  const numRepeated = times.filter((time, index) => index > 0 && time === times[index - 1]).length
  return (
    2 * numRepeated <= rows.length - 1 &&
    numbers.every((number, index) => index === 0 || number - (numbers[index - 1] ?? 0) === step)
  )
}

const pointNumber = /^[-+−]?\d*\.\d+(?![\d.])/
const negative = /^[-−]\d/
const showsSeparator = (value: string, index: number) =>
  pointNumber.test(value) || (index > 0 && negative.test(value))

const beginsWithTime = (cells: Row): cells is string[] => cells !== undefined && isWrittenTime(cells[0] ?? '')

/**
 * Returns the names of the columns above the first reading if no comma of a file is a decimal sign: a number has a point,
 * or one after the first a minus sign, and no line has more cells than columns are named. Otherwise nobody can tell
 * `-80,5` from two columns.
 */
function findNamesBetweenCommas(rows: readonly Row[], first: number): string[] | undefined {
  const names = rows.slice(0, Math.max(first, 0)).findLast(mayNameColumns)
  const readings = rows.filter(beginsWithTime)
  const areSeparated =
    names !== undefined &&
    readings.some(([, ...values]) => values.some(showsSeparator)) &&
    readings.every((cells) => cells.findLastIndex((cell) => cell !== '') < names.length)
  return areSeparated ? names : undefined
}

export const plainCells = (line: string, separator: string): string[] =>
  line.split(separator, maxColumns).map((cell) => cell.trim().replace(/^"|"$/g, ''))

const numberOfLine = /^\s*("?)\d{1,10}\1\s*,/

/** Whether a line has its time and temperature in quotes: a comma in quotes is a decimal sign. */
function hasQuotedReading(line: string): boolean {
  const [before, , between, value, after = 'open'] = line.replace(numberOfLine, '').split('"', 5)
  const isPair = before?.trim() === '' && between?.trim() === ',' && value !== undefined
  return isPair && after.split(',', 1)[0]?.trim() === ''
}

/** The cells of a line with commas, of which those in quotes separate nothing. */
function cellsOutsideQuotes(line: string): string[] {
  const cells: string[] = []
  for (const [index, text] of line.split('"', 2 * maxColumns).entries()) {
    const parts = index % 2 === 1 ? [text] : text.split(',', maxColumns)
    cells.push(`${cells.pop() ?? ''}${parts[0]}`, ...parts.slice(1))
  }
  return cells.slice(0, maxColumns).map((cell) => cell.trim())
}

/** Parses a temperature such as '-80,5 °C', and the unit that it names. Undefined for any other text. */
export function parseTemperature(cell: string): { value: number; unit: Unit | undefined } | undefined {
  const letter = /[CF]$/i.exec(cell)?.[0]
  const unit = letter?.toUpperCase()
  const decimal = parseDecimal(
    cell
      .slice(0, cell.length - (letter?.length ?? 0))
      .trim()
      .replace(/[°º]$/, '')
      // A comma is a decimal sign, also before three digits: no temperature here has thousands.
      .replace(',', '.'),
  )
  return 'value' in decimal ? { value: decimal.value, unit: isUnit(unit) ? unit : undefined } : undefined
}
