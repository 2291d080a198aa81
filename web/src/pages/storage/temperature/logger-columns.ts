import { parseTemperature } from './logger-cells.ts'
import { unitOf } from './logger-units.ts'

/** A column with numbers: its place in a line, its header or 'Column 3', and its first number as the file writes it. */
export type Column = { index: number; name: string; first: string }

/** From absolute zero in °F to the warmest reading in °F: a serial number is outside. */
const isInReach = (value: number) => value >= -459.67 && value <= 392

/** Finds the columns after the time that have a number that may be a temperature. */
export function columnsOfNumbers(
  rows: readonly (readonly string[])[],
  names: readonly string[] = [],
): Column[] {
  const firsts = new Map<number, string>()
  for (const row of rows) {
    for (let index = 1; index < row.length; index++) {
      const cell = row[index] ?? ''
      if (cell === '' || firsts.has(index)) continue
      const temperature = parseTemperature(cell)
      if (temperature && isInReach(temperature.value)) firsts.set(index, cell)
    }
  }
  return [...firsts]
    .toSorted(([one], [other]) => one - other)
    .map(([index, first]) => ({
      index,
      name: (names[index] || `Column ${index + 1}`).slice(0, 80),
      first: first.slice(0, 20),
    }))
}

/**
 * Decides which of several columns has the temperatures: the second one of a file, unless another column may be meant.
 * Returns undefined if a person must choose, and the columns to choose from.
 */
export function columnOfTemperatures(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): { index: number | undefined; possible: readonly Column[] } {
  const [first, ...others] = columns
  if (first?.index !== 1) return { index: 1, possible: columns }
  if (others.length === 0) return { index: isOfAnother(first.name) ? undefined : 1, possible: columns }
  const possible = columns.filter(({ name }) => !isOfAnother(name) && !isBeside(name))
  const [only, ...rest] = possible.length === 0 ? columns : possible
  const isOne = possible.length > 0 && rest.every((column) => only && isInOtherUnit(rows, only, column))
  return { index: isOne ? only?.index : undefined, possible: only ? [only, ...rest] : [] }
}

const temperatureWords = /[°º] ?[CF]\b|[([][CF][)\]]|temp|celsius|fahrenheit|kelvin|\bdeg/i
const otherQuantities =
  /%|\br\.?h\b|humid|humed|umidit|feucht|volt|\bvbat|batt|akku|spannung|[([]m?V[)\]]|press|druck|[([]h?Pa[)\]]|mbar|\bppm|\bCO[2₂]\b|\blux\b|\blight\b|rssi|signal/i

/** Whether a header names another quantity than a temperature, such as humidity. */
const isOfAnother = (header: string) => otherQuantities.test(header) && !temperatureWords.test(header)

const besideMeasured =
  /\balarm(?! ?(?:probe|sensor|channel))|\blimits?\b|set ?-?point|\bsoll|\bdew|taupunkt|stat(?:us|e)\b|\bflags?\b|\bevents?\b|qualit|\bfaults?\b|\berrors?\b|\b(?:min|max)(?:imum)?\b/i
const numberWords =
  /(?:^|[^\p{L}\d])(?:#|(?:no|nr|num|number|nummer|id|index|idx|record|row|line|count|serial|s\/?n)\.?)$/iu

/** Whether a header names a number, a status, a limit or another value that a logger writes beside what it measures. */
const isBeside = (header: string) => besideMeasured.test(header) || numberWords.test(header)

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
