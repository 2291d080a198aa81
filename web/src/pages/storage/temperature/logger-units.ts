export type Unit = 'C' | 'F'
export const isUnit = (letter: string | undefined): letter is Unit => letter === 'C' || letter === 'F'

/** In a header such as 'Temperature (°F)', or a line such as 'Unit: Fahrenheit'. */
export const namesOfUnits = {
  C: /[°º] ?C\b|[([]C[)\]]|\bcelsius\b|(?<![a-z])deg(?:rees?)?[\W_]{0,2}C\b|\btemp\w*[\W_]{1,3}C\b|\btempC\b|units?[\W_]{1,5}C\b/i,
  F: /[°º] ?F\b|[([]F[)\]]|\bfahrenheit\b|(?<![a-z])deg(?:rees?)?[\W_]{0,2}F\b|\btemp\w*[\W_]{1,3}F\b|\btempF\b|units?[\W_]{1,5}F\b|^F$/i,
  K: /[°º] ?K\b|[([]K[)\]]|\bkelvins?\b|\btemp\w*[\W_]{1,3}K\b|\btempK\b|units?[\W_]{1,5}K\b/i,
}

/** Returns the unit that a header names; undefined also if it names °C and °F, such as the range of a logger. */
export function unitOf(header: string): Unit | 'K' | undefined {
  const [isC, isF] = [namesOfUnits.C.test(header), namesOfUnits.F.test(header)]
  if (isC !== isF) return isC ? 'C' : 'F'
  return !isC && namesOfUnits.K.test(header) ? 'K' : undefined
}

export const isUnitLabel = (text: string) => /units?(?![a-z])/i.test(text)

const unitCell = /^([°º]|deg(?:rees?)?\.?)? ?(C|F|K|celsius|fahrenheit|kelvin)$/i

/** Returns the unit of a cell such as '°F' or 'Fahrenheit'; a letter is one only in a column of units. */
export function unitIn(cell: string | undefined, isColumnOfUnits: boolean): Unit | 'K' | undefined {
  const [, sign, unit = ''] = unitCell.exec(cell ?? '') ?? []
  const isClear = sign !== undefined || unit.length > 1 || isColumnOfUnits
  const letter = unit.charAt(0).toUpperCase()
  return isClear && (isUnit(letter) || letter === 'K') ? letter : undefined
}

const quantityWords = /[°º]|fahrenheit|\bdeg|temp|value|reading|channel|probe|sensor|\bch ?\d/i

/** Whether a label, such as 'Unit:' or 'Temperature unit', announces a temperature unit; 'Freezer unit' may not. */
export const namesTemperatureUnit = (label: string) => /^units?\W*$/i.test(label) || quantityWords.test(label)

/**
 * Whether the F of a header such as 'Freezer (F)' may be a name: a letter in brackets after a word that names no
 * quantity, after 'unit' as in 'Unit-F' or 'Freezer unit: F', or alone.
 */
export const mayBeName = (header: string) =>
  namesOfUnits.F.test(header) &&
  !quantityWords.test(header) &&
  /[^\s()[\]]\s*[([]F[)\]]|units?[ _#–-]{1,4}F\b|[a-z\d][\W_]{1,5}units?[\W_]{1,5}F\b|^F$/i.test(header)
