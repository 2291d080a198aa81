import { parseTemperature } from './logger-cells.ts'
import { isWrittenTime } from './logger-time.ts'
import { isUnitLabel, unitOf } from './logger-units.ts'

/** A column with numbers: its place in a line, its header or 'Column 3', and its first number as the file writes it. */
export type Column = { index: number; name: string; first: string }

/** From absolute zero in °F to the warmest reading in °F: a serial number is outside. */
const mayBeTemperature = (value: number) => value >= -459.67 && value <= 392

/** Finds the columns after the time that have a number that may be a temperature. */
export function columnsOfNumbers(rows: readonly (readonly string[])[]): Omit<Column, 'name'>[] {
  const firsts = new Map<number, string>()
  for (const row of rows) {
    for (let index = 1; index < row.length; index++) {
      const cell = row[index] ?? ''
      if (cell === '' || firsts.has(index)) continue
      const temperature = parseTemperature(cell)
      if (temperature && mayBeTemperature(temperature.value)) firsts.set(index, cell)
    }
  }
  return [...firsts]
    .toSorted(([one], [other]) => one - other)
    .map(([index, first]) => ({ index, first: first.slice(0, 20) }))
}

const timeWords = /time|date|datum|zeit/i
const unitOfColumn =
  /^[([]?(?:[°º] ?[CFK]|[CFK]|celsius|fahrenheit|kelvin|deg\w*\.? ?[CFK]?|% ?(?:r\.?h\.?)?|m?V|h?Pa|mbar|ppm|lux|dBm?)[)\]]?$/i

/** Whether a line has the units of the columns, such as ';°C;%rH' below the line of names. */
const isLineOfUnits = ([time = '', ...cells]: readonly string[]) =>
  !timeWords.test(time) && cells.every((cell) => cell === '' || unitOfColumn.test(cell))

/** Whether a line names columns: not dashes below the names, nor a title, nor a time without a reading. */
const namesColumns = (cells: readonly string[] | undefined): cells is readonly string[] =>
  cells !== undefined && cells.length > 1 && /\p{L}/u.test(cells.join('')) && !isWrittenTime(cells[0] ?? '')

/**
 * Finds the line that names the columns, of those before the first reading; −1 without one. A line such as
 * 'Battery;95 %' before readings with more numbers names none.
 */
export function findLineOfNames(
  lines: readonly (readonly string[] | undefined)[],
  columns: readonly { index: number }[],
): number {
  const lastColumn = columns.at(-1)?.index ?? 1
  const mayName = (cells: readonly string[] | undefined) =>
    namesColumns(cells) && (cells.length > lastColumn || timeWords.test(cells[0] ?? ''))
  const line = lines.findLastIndex((cells) => mayName(cells) && !(cells && isLineOfUnits(cells)))
  return line === -1 ? lines.findLastIndex(mayName) : line
}

/** Names the columns by their headers, or 'Column 3'. */
export const withNames = (
  columns: readonly Omit<Column, 'name'>[],
  names: readonly string[] = [],
): Column[] =>
  columns.map((column) => ({
    ...column,
    name: (names[column.index] || `Column ${column.index + 1}`).slice(0, 80),
  }))

/**
 * Decides which column has the temperatures: the only one of numbers, or the only one whose header names a temperature,
 * unless another column may be meant. Returns undefined if a person must choose.
 */
export function columnOfTemperatures(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  names: readonly string[] = [],
): number | undefined {
  const [first, ...others] = columns
  if (!first) return 1
  if (others.length === 0 && first.index === 1) return namesOtherQuantity(first.name) ? undefined : 1
  // A column without a number may be that of this storage, such as of a probe that was not connected.
  const isOtherValue = (name: string) =>
    namesOtherQuantity(name) || namesAuxiliaryValue(name) || isUnitLabel(name)
  const possible = columns.filter(({ name }) => !namesOtherQuantity(name) && !namesAuxiliaryValue(name))
  const [only, ...rest] = possible
  if (!only || !temperatureWords.test(only.name)) return undefined
  const areOthersOtherValues = Array.from({ length: only.index - 1 }, (_, index) => index + 1).every(
    (index) => columns.some((column) => column.index === index) || isOtherValue(names[index] ?? ''),
  )
  const isOne = areOthersOtherValues && rest.every((column) => isInOtherUnit(rows, only, column))
  return isOne ? only.index : undefined
}

const temperatureWords = /[°º] ?[CF]\b|[([][CF][)\]]|temp|celsius|fahrenheit|kelvin|\bdeg/i
const otherQuantities =
  /%|\br\.?h\b|humid|humed|umidit|feucht|volt|\bvbat|batt|akku|spannung|[([]m?V[)\]]|press|druck|[([]h?Pa[)\]]|mbar|\bppm|\bCO[2₂]\b|\blux\b|\blight\b|rssi|signal/i

/** Whether a header names another quantity than a temperature, such as humidity. */
const namesOtherQuantity = (header: string) => otherQuantities.test(header) && !temperatureWords.test(header)

const besideMeasured =
  /\balarm(?! ?(?:probe|sensor|channel))|\blimits?\b|set ?-?point|\bsoll|\bdew|taupunkt|stat(?:us|e)\b|\bflags?\b|\bevents?\b|qualit|\bfaults?\b|\berrors?\b|\b(?:min|max)(?:imum)?\b/i
const numberWords =
  /(?:^|[^\p{L}\d])(?:#|(?:no|nr|num|number|nummer|id|index|idx|record|row|line|count|serial|s\/?n)\.?)$/iu

/** Whether a header names a number, a status, a limit or another value that a logger writes beside what it measures. */
const namesAuxiliaryValue = (header: string) => besideMeasured.test(header) || numberWords.test(header)

/** Whether a column has the same temperatures in the other unit in each line, as whole degrees too. */
function isInOtherUnit(rows: readonly (readonly string[])[], one: Column, other: Column): boolean {
  const [unit, itsUnit] = [unitOf(one.name), unitOf(other.name)]
  if (unit === itsUnit || (unit !== 'C' && unit !== 'F') || (itsUnit !== 'C' && itsUnit !== 'F')) return false
  const [inCelsius, inFahrenheit] = unit === 'C' ? [one, other] : [other, one]
  return rows.every((row) => {
    const celsius = parseTemperature(row[inCelsius.index] ?? '')?.value
    const fahrenheit = parseTemperature(row[inFahrenheit.index] ?? '')?.value
    if (celsius === undefined || fahrenheit === undefined) return celsius === fahrenheit
    return Math.abs(celsius * 1.8 + 32 - fahrenheit) <= 1.5
  })
}
