import { highOccupancyPercent } from '@lims/contract/storage-type.ts'

type Fullness = { percent: number; text: string; isHigh: boolean }

/**
 * Returns how full a storage is. The text is in whole percent, but with two decimals if rounding would hide that the
 * limit is exceeded or not reached.
 */
export function fullnessOf({ occupied, capacity }: { occupied: number; capacity: number }): Fullness {
  const percent = capacity > 0 ? (occupied / capacity) * 100 : 0
  const whole = Math.round(percent)
  const wouldRoundToLimit = whole === highOccupancyPercent && percent !== highOccupancyPercent
  return {
    percent,
    text: `${wouldRoundToLimit ? percent.toFixed(2) : whole} %`,
    isHigh: occupied * 100 > highOccupancyPercent * capacity,
  }
}
