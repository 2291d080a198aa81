import { withoutDigitGroups } from '@lims/contract/decimal.ts'

const volumePattern = /^([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?)\s*([µμu]l|ml)?$/i
const unitPattern = /^([µμu]l|ml)$/i
const microlitresPerMillilitre = 1000

/** A number with both signs: of '1.000,5' and '1,000.5' the last one is the decimal sign. */
const groupedNumber = /^([+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+(?=,)|(?:,\d{3})+(?=\.)))([.,]\d+)(?![\d.,])/

/** Returns '1000,5' for '1.000,5' and '1 000,5', and any other text as it is. */
const withoutGroups = (cell: string): string =>
  withoutDigitGroups(cell).replace(
    groupedNumber,
    (_, whole: string, decimals: string) => whole.replace(/[.,]/g, '') + decimals,
  )

/** Returns whether a text such as '1,000' could mean 1 or 1000. */
export const isAmbiguousVolume = (cell: string): boolean =>
  /^[+-]?[1-9]\d{0,2},\d{3}(?!\d)/.test(cell) && !groupedNumber.test(cell)

/** Returns whether a text such as '1.000' means 1000 where the decimal sign is a comma. */
export const isGroupedByPoint = (cell: string): boolean =>
  /^[+-]?[1-9]\d{0,2}\.\d{3}(?!\d)/.test(cell) && !groupedNumber.test(cell)

/** Returns whether a volume such as '0,5' or '1.000,5' can only have a decimal comma. */
export const hasDecimalComma = (cell: string): boolean =>
  hasDecimalSign(',', cell) && !isAmbiguousVolume(cell)

/** Returns whether a volume such as '0.5' or '1,000.5' can only have a decimal point. */
export const hasDecimalPoint = (cell: string): boolean => hasDecimalSign('.', cell) && !isGroupedByPoint(cell)

function hasDecimalSign(sign: ',' | '.', cell: string): boolean {
  const volume = withoutGroups(cell)
  return volume.includes(sign) && volumePattern.test(volume)
}

/** Returns whether a text is a unit in which a volume may be. */
export const isVolumeUnit = (cell: string): boolean => unitPattern.test(cell)

/** Returns whether a volume is another in another unit, and the cell names none. */
export function needsUnit(cell: string): boolean {
  const volume = volumePattern.exec(withoutGroups(cell))
  return volume !== null && volume[2] === undefined && /[1-9]/.test(volume[0])
}

/**
 * Parses '2', '0,5', '1.000,5', '1 000' or '10 µL' and returns mL, or NaN. Without a unit in the cell, the column
 * decides.
 */
export function parseVolumeMl(cell: string, column: 'volume' | 'volumeUl'): number {
  const [, number = 'NaN', unit = ''] = volumePattern.exec(withoutGroups(cell)) ?? []
  const value = Number(number.replace(',', '.'))
  const isMicro = unit === '' ? column === 'volumeUl' : unit.toLowerCase() !== 'ml'
  // Rounds away floating-point noise such as 0.010000000000000002.
  return isMicro ? Number((value / microlitresPerMillilitre).toPrecision(15)) : value
}
