import { takeDelimiterLine } from '@lims/contract/csv-delimiter.ts'
import { parseDecimal } from '@lims/contract/decimal.ts'
import { type Reading, readingRange } from '@lims/contract/temperatures.ts'
import { type DateOrder, isWrittenTime, type LineTime, readTime, slashedDates } from './logger-time.ts'

export type Unit = 'C' | 'F'
/** What a person has chosen where the file can be read in two ways. */
export type Chosen = { order?: DateOrder; unit?: Unit }

export type ParsedReadings = {
  readings: Reading[]
  /** Lines that could not be read, numbered as in the file; at most a few are kept. */
  problems: { line: number; text: string }[]
  numProblems: number
  /** The first time with slashes, if no line tells whether the day or the month comes first. None of them is read. */
  ambiguousTime?: string
  /**
   * The orders in which that time is one, for a person to choose from. Missing if the dates of the file are of both.
   */
  possibleOrders?: { order: DateOrder; at: Date }[]
  /** Whether a reading of the file was in °F; `readings` are in °C. */
  isFahrenheit?: true
  /** The header of a column that may be in °F or of a freezer named F. No reading is read until a person chooses. */
  ambiguousUnit?: string
}

const maxProblems = 5

/** A time and a number, in the unit that stands beside it or else in that of the file. */
type ReadCells = { time: LineTime; value: number; ownUnit: Unit | undefined }
type Line = LineTime & { celsius: number; isFahrenheit: boolean }

/**
 * Reads a file of a logger: a line for each reading, the time first and then °C, separated by a semicolon, a tab or a
 * comma, or by what a first line such as `sep=;` names. °F, by the lines before the first reading or beside the value,
 * is converted; a header such as 'Freezer (F)' is ambiguous until a person chooses the unit. Times without an offset
 * are those of the laboratory's clocks; of the hour that comes twice in autumn, the order of the lines shows which is
 * meant. Dates with slashes are read if a day after the 12th shows their order, or a person has chosen it. A first line
 * without a time is the header.
 */
export function parseReadings(text: string, chosen: Chosen = {}): ParsedReadings {
  const read: Line[] = []
  const problems: ParsedReadings['problems'] = []
  let numProblems = 0
  const { delimiter, text: content } = takeDelimiterLine(text)
  const numLinesBefore = delimiter === undefined ? 0 : 1
  const lines = content.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const cells = lines.map((line) => cellsOf(line, delimiter))
  const slashed = slashedDates(cells.map((ofLine) => ofLine?.[0] ?? ''))
  const order = slashed.order ?? (slashed.isMixed ? undefined : chosen.order)
  const rows = cells.map((ofLine) => readCells(ofLine, order))
  const numHeaders = rows.findIndex((row) => row !== undefined)
  const headers = lines.slice(0, Math.max(numHeaders, 0)).map((line, index) => cells[index]?.[1] ?? line)
  const header = findUnitHeader(headers)
  const isUnclear = chosen.unit === undefined && header !== undefined && mayBeName(header)
  if (isUnclear && rows.some((row) => row && row.ownUnit === undefined))
    return { readings: [], problems, numProblems, ambiguousUnit: header.trim().slice(0, 80) }
  const unit = chosen.unit ?? (header !== undefined && namesOfUnits.F.test(header) ? 'F' : 'C')
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const reading = inCelsius(rows[index], unit)
    if (reading) read.push(reading)
    else if (index > 0 || isWrittenTime(cells[index]?.[0] ?? plainCells(line, ',')[0] ?? '')) {
      numProblems++
      if (problems.length < maxProblems) {
        problems.push({ line: index + 1 + numLinesBefore, text: line.slice(0, 80) })
      }
    }
  }
  const isFahrenheit = read.some((line) => line.isFahrenheit)
  const parsed = {
    readings: inTheirHour(read),
    problems,
    numProblems,
    ...(isFahrenheit && { isFahrenheit }),
  }
  const { first: ambiguousTime, isMixed } = slashed
  if (order || ambiguousTime === undefined) return parsed
  const possibleOrders = (['month first', 'day first'] as const).flatMap((one) => {
    const time = readTime(ambiguousTime, one)
    return time ? [{ order: one, at: time.at }] : []
  })
  return {
    ...parsed,
    ambiguousTime: ambiguousTime.slice(0, 80),
    ...(!isMixed && { possibleOrders }),
  }
}

/** Chooses the later of two possible times where the lines, from the oldest on, would otherwise go back. */
function inTheirHour(lines: readonly Line[]): Reading[] {
  const [first, last] = [lines[0], lines.at(-1)]
  const isNewestFirst = first !== undefined && last !== undefined && first.at > last.at
  let before = Number.NEGATIVE_INFINITY
  const inOrder = (isNewestFirst ? lines.toReversed() : lines).map(({ at, later, celsius }) => {
    const chosen = later && at.getTime() <= before ? later : at
    before = chosen.getTime()
    return { at: chosen.toISOString(), celsius }
  })
  return isNewestFirst ? inOrder.reverse() : inOrder
}

/** In a header such as 'Temperature (°F)', or a line such as 'Unit: Fahrenheit'. */
const namesOfUnits: Record<Unit, RegExp> = {
  C: /[°º] ?C\b|[([]C[)\]]|\bcelsius\b|\bdeg\.? ?C\b|\btemp\w*[ _]C\b/i,
  F: /[°º] ?F\b|[([]F[)\]]|\bfahrenheit\b|\bdeg\.? ?F\b|\btemp\w*[ _]F\b/i,
}

/** Returns the last of the headers that names a unit. One with both, such as the range of a logger, is ignored. */
const findUnitHeader = (headers: readonly string[]) =>
  headers.findLast((header) => namesOfUnits.C.test(header) !== namesOfUnits.F.test(header))

const quantityWords = /[°º]|fahrenheit|\bdeg|temp|value|reading|channel|probe|sensor|\bch ?\d/i

/**
 * Whether the F of a header such as 'Freezer (F)' may be a name: a letter in brackets after a word that names no
 * quantity.
 */
const mayBeName = (header: string) =>
  namesOfUnits.F.test(header) && !quantityWords.test(header) && /[^\s()[\]]\s*[([]F[)\]]/i.test(header)

function readCells(
  [time = '', value = '']: string[] = [],
  order: DateOrder | undefined,
): ReadCells | undefined {
  const lineTime = readTime(time, order)
  const ownUnit = /[CF]$/i.exec(value)?.[0]
  const decimal = parseDecimal(
    value
      .slice(0, value.length - (ownUnit?.length ?? 0))
      .trim()
      .replace(/[°º]$/, '')
      // A comma is a decimal sign, also before three digits: no temperature here has thousands.
      .replace(',', '.'),
  )
  if (lineTime === undefined || !('value' in decimal)) return undefined
  return { time: lineTime, value: decimal.value, ownUnit: ownUnit?.toUpperCase() as Unit | undefined }
}

/** Undefined for a temperature outside `readingRange`. */
function inCelsius(row: ReadCells | undefined, unitOfFile: Unit): Line | undefined {
  if (!row) return undefined
  const isFahrenheit = (row.ownUnit ?? unitOfFile) === 'F'
  const celsius = isFahrenheit ? Math.round(((row.value - 32) * 500) / 9) / 100 : row.value
  const isPossible = celsius >= readingRange.min && celsius <= readingRange.max
  return isPossible ? { ...row.time, celsius, isFahrenheit } : undefined
}

function cellsOf(line: string, delimiter: string | undefined): string[] | undefined {
  const separator = delimiter ?? [';', '\t', ','].find((sign) => line.includes(sign))
  if (separator === undefined) return undefined
  const cells = quotedCells(line) ?? plainCells(line, separator)
  // With a comma as the separator, a second comma would be a decimal sign: nobody can tell them apart.
  return separator === ',' && cells[2] !== undefined ? undefined : cells
}

const plainCells = (line: string, separator: string) =>
  line.split(separator, 3).map((cell) => cell.trim().replace(/^"|"$/g, ''))

/** Time and temperature of a line that has both in quotes: a comma in quotes is a decimal sign. */
function quotedCells(line: string): string[] | undefined {
  const [before, time, between, value, after] = line.split('"', 5)
  return before?.trim() === '' &&
    between?.trim() === ',' &&
    value !== undefined &&
    /^\s*(,|$)/.test(after ?? 'open')
    ? [time ?? '', value]
    : undefined
}
