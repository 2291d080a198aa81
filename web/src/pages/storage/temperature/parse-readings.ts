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
 * comma, or by what a first line such as `sep=;` names. Times without an offset are in the reader's time zone. A first line
 * without a time is the header.
 */
export function parseReadings(text: string): ParsedReadings {
  const parsed: ParsedReadings = { readings: [], problems: [], numProblems: 0 }
  const { delimiter, text: lines } = takeDelimiterLine(text)
  const numLinesBefore = delimiter === undefined ? 0 : 1
  lines
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .forEach((line, index) => {
      if (line.trim() === '') return
      const reading = readLine(line, delimiter)
      if (reading) parsed.readings.push(reading)
      else if (index > 0) {
        parsed.numProblems++
        if (parsed.problems.length < maxProblems) {
          parsed.problems.push({ line: index + 1 + numLinesBefore, text: line.slice(0, 80) })
        }
      }
    })
  return parsed
}

function readLine(line: string, delimiter: string | undefined): Reading | undefined {
  const separator = delimiter ?? [';', '\t', ','].find((sign) => line.includes(sign))
  if (separator === undefined) return undefined
  const [time = '', value = '', more] = quotedCells(line) ?? plainCells(line, separator)
  // With a comma as the separator, a second comma would be a decimal sign: nobody can tell them apart.
  if (separator === ',' && more !== undefined) return undefined
  const at = readTime(time)
  const decimal = parseDecimal(value.replace(/\u2212/g, '-').replace(/°?C?$/i, ''))
  if (at === undefined || !('value' in decimal)) return undefined
  const isPossible = decimal.value >= readingRange.min && decimal.value <= readingRange.max
  return isPossible ? { at, celsius: decimal.value } : undefined
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

/** Parses '2026-05-03 14:05:00', with or without an offset, and '03.05.2026 14:05'. Returns an instant. */
function readTime(time: string): string | undefined {
  const iso = isoTime.exec(time)
  const european = iso ? null : europeanTime.exec(time)
  const parts = iso
    ? iso.slice(1, 7)
    : european && [european[3], european[2], european[1], ...european.slice(4)]
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  const offset = iso?.[7]
  const local = new Date(year, month - 1, day, hour, minute, second)
  const isReal =
    local.getMonth() === month - 1 && local.getDate() === day && hour < 24 && minute < 60 && second < 60
  if (!isReal) return undefined
  if (!offset) return local.toISOString()
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
  const two = (number: number) => `${number}`.padStart(2, '0')
  const instant = new Date(
    `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${zone}`,
  )
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}
