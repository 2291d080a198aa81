import { parseDecimal } from '@lims/contract/decimal.ts'
import { takeDelimiterLine } from '@lims/contract/delimiter-line.ts'
import { type Reading, readingRange } from '@lims/contract/temperatures.ts'

export type ParsedReadings = {
  readings: Reading[]
  /** Lines that could not be read, numbered as in the file; at most a few are kept. */
  problems: { line: number; text: string }[]
  numProblems: number
}

const maxProblems = 5

/** A time of a line. `later` if the clocks showed it twice, as they were put back, and there is no offset. */
type LineTime = { at: Date; later?: Date }
type Line = LineTime & { celsius: number }

/** Decodes a file as UTF-8 or, as loggers and Excel on Windows write it, UTF-16 or Windows-1252. */
export function decodeLoggerFile(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const text = new TextDecoder().decode(bytes)
  return text.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : text
}

/**
 * Reads a file of a logger: a line for each reading, the time first and then °C, separated by a semicolon, a tab or a
 * comma, or by what a first line such as `sep=;` names. Times without an offset are in the reader's time zone; of the hour
 * that comes twice in autumn, the order of the lines tells which is meant. A first line without a time is the header.
 */
export function parseReadings(text: string): ParsedReadings {
  const read: Line[] = []
  const problems: ParsedReadings['problems'] = []
  let numProblems = 0
  const { delimiter, text: lines } = takeDelimiterLine(text)
  const numLinesBefore = delimiter === undefined ? 0 : 1
  lines
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .forEach((line, index) => {
      if (line.trim() === '') return
      const reading = readLine(line, delimiter)
      if (reading) read.push(reading)
      else if (index > 0) {
        numProblems++
        if (problems.length < maxProblems) {
          problems.push({ line: index + 1 + numLinesBefore, text: line.slice(0, 80) })
        }
      }
    })
  return { readings: inTheirHour(read), problems, numProblems }
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

function readLine(line: string, delimiter: string | undefined): Line | undefined {
  const separator = delimiter ?? [';', '\t', ','].find((sign) => line.includes(sign))
  if (separator === undefined) return undefined
  const [time = '', value = '', more] = quotedCells(line) ?? plainCells(line, separator)
  // With a comma as the separator, a second comma would be a decimal sign: nobody can tell them apart.
  if (separator === ',' && more !== undefined) return undefined
  const lineTime = readTime(time)
  const decimal = parseDecimal(value.replace(/°?C?$/i, ''))
  if (lineTime === undefined || !('value' in decimal)) return undefined
  const isPossible = decimal.value >= readingRange.min && decimal.value <= readingRange.max
  return isPossible ? { ...lineTime, celsius: decimal.value } : undefined
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

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?$/i
const europeanTime = /^(\d{1,2})\.(\d{1,2})\.(\d{4})[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/

/** Parses '2026-05-03 14:05:00', with or without an offset, and '03.05.2026 14:05'. */
function readTime(time: string): LineTime | undefined {
  const iso = isoTime.exec(time)
  const european = iso ? null : europeanTime.exec(time)
  const parts = iso
    ? iso.slice(1, 7)
    : european && [european[3], european[2], european[1], ...european.slice(4)]
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  const asUtc = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isReal = asUtc.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  if (!isReal) return undefined
  const offset = iso?.[7]
  if (!offset) return timesOfClock(new Date(year, month - 1, day, hour, minute, second), asUtc)
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
  const at = new Date(`${asUtc.toISOString().slice(0, 19)}${zone}`)
  return Number.isNaN(at.getTime()) ? undefined : { at }
}

const minuteMs = 60_000
/** Clocks are put back by at most so much. */
const maxPutBackMs = 180 * minuteMs

/**
 * Returns when the clock showed a time, which is `shown` as if it were UTC; `local` is what JavaScript makes of it.
 * Undefined if it never did, as it was put forward: a logger that follows no summer time.
 */
function timesOfClock(local: Date, shown: Date): LineTime | undefined {
  const isShownAt = (at: Date) => at.getTime() - at.getTimezoneOffset() * minuteMs === shown.getTime()
  if (!isShownAt(local)) return undefined
  const offsetAfter = new Date(local.getTime() + maxPutBackMs).getTimezoneOffset()
  const later = new Date(local.getTime() + (offsetAfter - local.getTimezoneOffset()) * minuteMs)
  return later > local && isShownAt(later) ? { at: local, later } : { at: local }
}
