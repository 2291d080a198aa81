import { takeDelimiterLine } from '@lims/contract/csv-delimiter.ts'
import { minuteMs } from '@lims/contract/durations.ts'
import { type Reading, readingRange } from '@lims/contract/temperatures.ts'
import { asComposed } from '@lims/contract/text.ts'
import { cellsOfLines, parseTemperature, plainCells } from './logger-cells.ts'
import {
  type Column,
  columnOfTemperatures,
  columnsOfNumbers,
  findLineOfNames,
  withNames,
} from './logger-columns.ts'
import { formatOffset, offsetOfHeader } from './logger-offset.ts'
import {
  type DateOrder,
  hasOffset,
  isWrittenTime,
  type LineTime,
  readTime,
  slashedDates,
} from './logger-time.ts'
import {
  isUnitLabel,
  mayBeName,
  namesOfUnits,
  namesTemperatureUnit,
  type Unit,
  unitIn,
  unitOf,
} from './logger-units.ts'

/** What a person has chosen where the file can be read in two ways. */
export type Chosen = {
  order?: DateOrder
  unit?: Unit | undefined
  /** The place of the column in a line; 'none' while another one is to be chosen than the file shows. */
  column?: number | 'none'
  /** Whether the times are those of the laboratory's clocks, or have the offset that the file names. */
  usesLaboratoryTime?: boolean
}

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
  /** The columns that have numbers. No reading is read until a person chooses one. */
  possibleColumns?: readonly Column[]
  /** The header of the column that was read, if another one could be meant. */
  column?: string
  /** Whether another column has numbers too, which a person may choose. */
  hasOtherColumns?: true
  /** Whether each time of `readings` is written with an offset. */
  hasOwnOffsets?: true
  /** The offset of the times, such as 'UTC+01:00', if the file names it once for all. */
  offset?: string
  /** An offset that a line of the file names, and that its times were not read with; `text` is that line. */
  otherOffset?: { name: string; text: string }
  /** Whether a reading of the file was in °F; `readings` are in °C. */
  isFahrenheit?: true
  /** The header of a column that may be in °F or of a freezer named F. No reading is read until a person chooses. */
  ambiguousUnit?: string
  /** No reading of the file is read: its temperatures are in K. */
  isKelvin?: true
}

const maxProblems = 5

/** A time and a number, in the unit that stands beside it or else in that of the file. */
type ReadCells = { time: LineTime; value: number; ownUnit: Unit | 'K' | undefined }
type Line = LineTime & { celsius: number; isFahrenheit: boolean }

/**
 * Reads a file of a logger: a line for each reading, the time first and then °C, separated by a semicolon, a tab or a
 * comma, or by what a first line such as `sep=;` names. Where several columns have numbers, a person chooses that of
 * the temperatures, unless the header of one names a temperature and those of the others other values, such as
 * humidity. °F, by the lines before the first reading or beside the value, is converted; a header such as 'Freezer (F)'
 * is ambiguous until a person chooses the unit. K is not read. Times without an offset have that of the header, if it
 * is sure or a person chooses it, or are those of the laboratory's clocks; of the hour that these show twice in autumn,
 * the order of the lines shows which is meant. Dates with slashes are read if a day after the 12th shows their order,
 * or a person has chosen it. Lines without a time before the first reading are headers, and so is the first line.
 */
export function parseReadings(text: string, chosen: Chosen = {}): ParsedReadings {
  const read: Line[] = []
  const problems: ParsedReadings['problems'] = []
  let numProblems = 0
  const { delimiter, text: content } = takeDelimiterLine(text)
  const numLinesBefore = delimiter === undefined ? 0 : 1
  const lines = asComposed(content)
    .replaceAll('℃', '°C')
    .replaceAll('℉', '°F')
    .split(/\r\n|\r|\n/)
  const cells = cellsOfLines(lines, delimiter)
  const slashed = slashedDates(cells.map((ofLine) => ofLine?.[0] ?? ''))
  const order = slashed.order ?? (slashed.isMixed ? undefined : chosen.order)
  const firstRow = cells.findIndex(
    (ofLine) => ofLine && readTime(ofLine[0] ?? '', order, 0) && ofLine.some(isNumberAfterTime),
  )
  const numHeaders = Math.max(firstRow, 0)
  const cellsWithTime = cells.flatMap((ofLine) =>
    ofLine && readTime(ofLine[0] ?? '', order, 0) ? [ofLine] : [],
  )
  const numbers = columnsOfNumbers(cellsWithTime)
  const lineOfNames = findLineOfNames(cells.slice(0, numHeaders), numbers)
  const namesOfColumns = cells[lineOfNames]
  const named = offsetOfHeader(lines.slice(0, numHeaders), namesOfColumns, lineOfNames)
  const usesLaboratoryTime = chosen.usesLaboratoryTime ?? !named?.isSure
  const offset = usesLaboratoryTime ? undefined : named?.minutes
  const times = cells.map((ofLine) => readTime(ofLine?.[0] ?? '', order, offset))
  const columns = withNames(numbers, namesOfColumns)
  const column = chosen.column ?? columnOfTemperatures(columns, cellsWithTime, namesOfColumns)
  if (column === undefined || column === 'none')
    return { readings: [], problems, numProblems, possibleColumns: columns }
  const columnRead = columns.find(({ index }) => index === column)
  const names = (namesOfColumns ?? []).slice(1).filter((name) => name !== '' && !isUnitLabel(name))
  const ofColumn = {
    ...((columns.length > 1 || column > 1 || names.length > 1) && columnRead && { column: columnRead.name }),
    ...(columns.some(({ index }) => index !== column) && { hasOtherColumns: true as const }),
  }
  const headers = lines
    .slice(0, numHeaders)
    .map((line, index) => headerOf(cells[index], line, column, index === lineOfNames))
  const units = headers.map(unitOf)
  const header = headers[units.findLastIndex((unit) => unit === 'C' || unit === 'F')]
  const columnOfUnits = findColumnOfUnits(namesOfColumns, column, columns[0]?.index)
  const hasUnits = columnOfUnits !== undefined
  const rows = cells.map((ofLine, index) => {
    const [time, temperature] = [times[index], parseTemperature(ofLine?.[column] ?? '')]
    if (!time || !temperature) return undefined
    const { value, unit } = temperature
    return { time, value, ownUnit: unit ?? unitIn(ofLine?.[hasUnits ? columnOfUnits : column + 1], hasUnits) }
  })
  const namesKelvin = units.findLast((unit) => unit !== undefined) === 'K'
  if ((namesKelvin || rows.some((row) => row?.ownUnit === 'K')) && rows.every(mayBeKelvin))
    return { readings: [], problems, numProblems, isKelvin: true, ...ofColumn }
  const isUnclear = chosen.unit === undefined && header !== undefined && mayBeName(header)
  if (isUnclear && rows.some((row) => row && row.ownUnit === undefined))
    return { readings: [], problems, numProblems, ambiguousUnit: header.trim().slice(0, 80), ...ofColumn }
  const unit = chosen.unit ?? (header !== undefined && namesOfUnits.F.test(header) ? 'F' : 'C')
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const reading = inCelsius(rows[index], unit)
    if (reading) read.push(reading)
    else if (
      index >= Math.max(numHeaders, 1) ||
      isWrittenTime(cells[index]?.[0] ?? plainCells(line, ',')[0] ?? '')
    ) {
      numProblems++
      if (problems.length < maxProblems) {
        problems.push({ line: index + 1 + numLinesBefore, text: line.slice(0, 80) })
      }
    }
  }
  const hasTimesWithoutOffset = rows.some((row, index) => row && !hasOffset(cells[index]?.[0] ?? ''))
  const isNamed = named && hasTimesWithoutOffset
  const isFahrenheit = read.some((line) => line.isFahrenheit)
  const parsed = {
    readings: inTheirHour(read),
    problems,
    numProblems,
    ...(isFahrenheit && { isFahrenheit }),
    ...(read.length > 0 && !hasTimesWithoutOffset && { hasOwnOffsets: true as const }),
    ...(isNamed && !usesLaboratoryTime && { offset: formatOffset(named.minutes) }),
    ...(isNamed &&
      usesLaboratoryTime && { otherOffset: { name: formatOffset(named.minutes), text: named.text } }),
    ...ofColumn,
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
  const oldestFirst = isNewestFirst ? lines.toReversed() : lines
  const inOrder = oldestFirst.map(({ at, later, celsius }, index) => {
    const isLater = at.getTime() < before || (at.getTime() === before && isHourApart(oldestFirst, index))
    const chosen = later && isLater ? later : at
    before = chosen.getTime()
    return { at: chosen.toISOString(), celsius }
  })
  return isNewestFirst ? inOrder.reverse() : inOrder
}

/**
 * Whether a line with the time of the one before may be an hour later: a logger that measures twice a minute, and
 * writes minutes, repeats times too.
 */
const isHourApart = (lines: readonly Line[], index: number) =>
  gapBefore(lines, index - 1) >= halfHourMs && gapBefore(lines, index + 1) >= halfHourMs
const halfHourMs = 30 * minuteMs

/** Returns the ms between a line and the one before it, as they are written; infinite without both. */
function gapBefore(lines: readonly Line[], index: number): number {
  const [line, before] = [lines[index], lines[index - 1]]
  return line && before ? Math.abs(line.at.getTime() - before.at.getTime()) : Number.POSITIVE_INFINITY
}

const isNumberAfterTime = (cell: string, index: number) => index > 0 && parseTemperature(cell) !== undefined

/**
 * Returns the header of the temperatures, or what a line such as 'Device;Unit;F' says about them. Of a line that names
 * columns (`isOfColumns`), the headers of other columns say nothing. 'Freezer unit;F' is returned as it is: it may name
 * a freezer.
 */
function headerOf(ofLine: string[] = [], line: string, column: number, isOfColumns: boolean): string {
  const units = ofLine.map((cell, index) => (isUnitLabel(cell) ? unitIn(ofLine[index + 1], true) : undefined))
  const place = units.findIndex((unit) => unit !== undefined)
  const label = ofLine[place]
  if (label !== undefined)
    return namesTemperatureUnit(label) ? `°${units[place]}` : `${label} ${ofLine[place + 1]}`
  return isOfColumns ? (ofLine[column] ?? '') : ofLine[column] || line
}

/** Finds the column of units of a column: the next one after it, or the one before all numbers. */
function findColumnOfUnits(
  names: readonly string[] = [],
  column: number,
  firstOfNumbers = column,
): number | undefined {
  const after = names.findIndex((name, index) => index > column && isUnitLabel(name))
  const found =
    after === -1
      ? names.findIndex((name, index) => index > 0 && index < firstOfNumbers && isUnitLabel(name))
      : after
  return found === -1 ? undefined : found
}

/** Colder than any gas that freezers use, and warmer in °C than any freezer: K may also be a thermocouple. */
const coldestKelvin = 60
const mayBeKelvin = (row: ReadCells | undefined) =>
  row === undefined || ((row.ownUnit ?? 'K') === 'K' && row.value >= coldestKelvin)

/** Undefined for a temperature in K or outside `readingRange`. */
function inCelsius(row: ReadCells | undefined, unitOfFile: Unit): Line | undefined {
  if (!row || row.ownUnit === 'K') return undefined
  const isFahrenheit = (row.ownUnit ?? unitOfFile) === 'F'
  const celsius = isFahrenheit ? Math.round(((row.value - 32) * 500) / 9) / 100 : row.value
  const isPossible = celsius >= readingRange.min && celsius <= readingRange.max
  return isPossible ? { ...row.time, celsius, isFahrenheit } : undefined
}
