import { highOccupancyPercent } from '@lims/contract/storage-type.ts'

type Fullness = { percent: number; text: string; isHigh: boolean }

/**
 * Returns how full a storage is. The text is in whole percent, 0 only of an empty storage and 100 only of a full one,
 * but with two decimals, rounded away from the limit, if rounding would hide that the limit is exceeded or not reached.
 */
export function fullnessOf({ occupied, capacity }: { occupied: number; capacity: number }): Fullness {
  const percent = capacity > 0 ? (occupied / capacity) * 100 : 0
  const whole = occupied === 0 || occupied >= capacity ? Math.round(percent) : clampedTo1And99(percent)
  const isHigh = occupied * 100 > highOccupancyPercent * capacity
  const isAtLimit = occupied * 100 === highOccupancyPercent * capacity
  const hundredths = (occupied * 10_000) / capacity
  const awayFromLimit = (isHigh ? Math.ceil(hundredths) : Math.floor(hundredths)) / 100
  const wouldRoundToLimit = whole === highOccupancyPercent && !isAtLimit
  return { percent, text: `${wouldRoundToLimit ? awayFromLimit.toFixed(2) : whole} %`, isHigh }
}

const clampedTo1And99 = (percent: number) => Math.min(Math.max(Math.round(percent), 1), 99)
