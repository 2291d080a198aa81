import { parseDecimal } from '@lims/contract/decimal.ts'
import { isUnit, type Unit } from './logger-units.ts'

/** Columns of a line that are looked at. */
const maxColumns = 200

/**
 * Returns the cells of a line, trimmed; undefined if they cannot be separated. A day and a time of day in cells of their
 * own, and the headers of these, become one cell.
 */
export function cellsOf(line: string, delimiter: string | undefined): string[] | undefined {
  const separator = delimiter ?? [';', '\t', ','].find((sign) => line.includes(sign))
  if (separator === undefined) return undefined
  const quoted = quotedCells(line)
  if (quoted) return joinTime(quoted)
  const cells = joinTime(plainCells(line, separator))
  // With a comma as the separator, a second comma would be a decimal sign: nobody can tell them apart.
  return separator === ',' && cells[2] !== undefined ? undefined : cells
}

const day = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})$/
const timeOfDay = /^\d{1,2}:\d{2}/
/** Not 'Time zone', beside times that have their day. */
const dayHeader = /^(?:date|datum)(?: ?[([].*)?$/i
const timeHeader = /^(?:time|zeit|uhrzeit)(?: ?[([].*)?$/i

function joinTime(cells: string[]): string[] {
  const [first = '', second = '', ...others] = cells
  const areParts =
    (day.test(first) && timeOfDay.test(second)) || (dayHeader.test(first) && timeHeader.test(second))
  return areParts ? [`${first} ${second}`, ...others] : cells
}

export const plainCells = (line: string, separator: string): string[] =>
  line.split(separator, maxColumns).map((cell) => cell.trim().replace(/^"|"$/g, ''))

/** The cells of a line that has its time and temperature in quotes: a comma in quotes is a decimal sign. */
function quotedCells(line: string): string[] | undefined {
  const [before, time = '', between, value, after = 'open', ...others] = line.split('"', 2 * maxColumns)
  if (before?.trim() !== '' || between?.trim() !== ',' || value === undefined) return undefined
  const [rest, ...cells] = after.split(',', maxColumns)
  if (rest?.trim() !== '') return undefined
  for (const [index, text] of others.entries()) {
    const parts = index % 2 === 0 ? [text] : text.split(',', maxColumns)
    cells.push(`${cells.pop() ?? ''}${parts[0]}`, ...parts.slice(1))
  }
  return [time, value, ...cells].slice(0, maxColumns).map((cell) => cell.trim())
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
