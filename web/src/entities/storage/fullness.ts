import { highOccupancyPercent } from '@lims/contract/storage-type.ts'

type Fullness = { percent: number; text: string; isHigh: boolean }

/**
 * Returns how full a storage is. The text is in whole percent, but with two decimals, rounded away from the limit, if
 * rounding would hide that the limit is exceeded or not reached.
 */
export function fullnessOf({ occupied, capacity }: { occupied: number; capacity: number }): Fullness {
  const percent = capacity > 0 ? (occupied / capacity) * 100 : 0
  const whole = Math.round(percent)
  const isHigh = occupied * 100 > highOccupancyPercent * capacity
  const isAtLimit = occupied * 100 === highOccupancyPercent * capacity
  const hundredths = (occupied * 10_000) / capacity
  const awayFromLimit = (isHigh ? Math.ceil(hundredths) : Math.floor(hundredths)) / 100
  const wouldRoundToLimit = whole === highOccupancyPercent && !isAtLimit
  return { percent, text: `${wouldRoundToLimit ? awayFromLimit.toFixed(2) : whole} %`, isHigh }
}
