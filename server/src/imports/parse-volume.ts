const volumePattern = /^([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?)\s*([µμu]l|ml)?$/i
const unitPattern = /^([µμu]l|ml)$/i
const microlitresPerMillilitre = 1000

/** Returns whether a text such as '1,000' could mean 1 or 1000. */
export const isAmbiguousVolume = (cell: string): boolean => /^[+-]?[1-9]\d{0,2},\d{3}(?!\d)/.test(cell)

/** Returns whether a text such as '1.000' means 1000 where the decimal sign is a comma. */
export const isGroupedByPoint = (cell: string): boolean => /^[+-]?[1-9]\d{0,2}\.\d{3}(?!\d)/.test(cell)

/** Returns whether a volume such as '0,5' can only have a decimal comma. */
export const hasDecimalComma = (cell: string): boolean =>
  cell.includes(',') && volumePattern.test(cell) && !isAmbiguousVolume(cell)

/** Returns whether a volume such as '0.5' can only have a decimal point. */
export const hasDecimalPoint = (cell: string): boolean =>
  cell.includes('.') && volumePattern.test(cell) && !isGroupedByPoint(cell)

/** Returns whether a text is a unit in which a volume may be. */
export const isVolumeUnit = (cell: string): boolean => unitPattern.test(cell)

/** Returns whether a volume is another in another unit, and the cell names none. */
export function needsUnit(cell: string): boolean {
  const [, number, unit] = volumePattern.exec(cell) ?? []
  return number !== undefined && unit === undefined && /[1-9]/.test(number)
}

/** Parses '2', '0,5' or '10 µL' and returns mL, or NaN. Without a unit in the cell, the column decides. */
export function parseVolumeMl(cell: string, column: 'volume' | 'volumeUl'): number {
  const [, number = 'NaN', unit = ''] = volumePattern.exec(cell) ?? []
  const value = Number(number.replace(',', '.'))
  const isMicro = unit === '' ? column === 'volumeUl' : unit.toLowerCase() !== 'ml'
  // Rounds away floating-point noise such as 0.010000000000000002.
  return isMicro ? Number((value / microlitresPerMillilitre).toPrecision(15)) : value
}
