import { parseDecimal } from '@lims/contract/decimal.ts'
import { isUnit, type Unit } from './logger-units.ts'

/** Columns of a line that are looked at. */
const maxColumns = 200

type Cells = { cells: string[]; areQuoted: boolean; separator: string }

/**
 * Returns the cells of each line, trimmed; undefined for a line that cannot be separated. Where lines begin with a day
 * and a time of day in cells of their own, these become one cell, and so do the first two of each line of headers.
 */
export function cellsOfLines(
  lines: readonly string[],
  delimiter: string | undefined,
): (string[] | undefined)[] {
  const separated = lines.map((line) => separate(line, delimiter))
  const first = separated.findIndex((line) => line && hasTimeApart(line.cells))
  return separated.map((line, index) => {
    if (!line) return undefined
    const isHeader = index < first && line.cells.length > 2
    const cells = isHeader || hasTimeApart(line.cells) ? joinTime(line.cells) : line.cells
    // With a comma as the separator, a second comma would be a decimal sign: nobody can tell them apart.
    return line.separator === ',' && !line.areQuoted && cells[2] !== undefined ? undefined : cells
  })
}

function separate(line: string, delimiter: string | undefined): Cells | undefined {
  const separator = delimiter ?? [';', '\t', ','].find((sign) => line.includes(sign))
  if (separator === undefined) return undefined
  const quoted = quotedCells(line)
  return { cells: quoted ?? plainCells(line, separator), areQuoted: quoted !== undefined, separator }
}

const day = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})$/
const timeOfDay = /^\d{1,2}:\d{2}/

const hasTimeApart = ([first = '', second = '']: readonly string[]): boolean =>
  day.test(first) && timeOfDay.test(second)

const joinTime = ([first = '', second = '', ...others]: readonly string[]): string[] => [
  `${first} ${second}`.trim(),
  ...others,
]

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
