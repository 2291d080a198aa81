import { highOccupancyPercent } from '@lims/contract/storage-type.ts'

export type Fullness = { percent: number; text: string; isHigh: boolean }

/** How full a storage is: in whole percent, but never rounded to the limit that it is above or below. */
export function fullnessOf({ occupied, capacity }: { occupied: number; capacity: number }): Fullness {
  const percent = capacity > 0 ? (occupied / capacity) * 100 : 0
  const whole = Math.round(percent)
  const isBlurred = whole === highOccupancyPercent && percent !== highOccupancyPercent
  return {
    percent,
    text: `${isBlurred ? percent.toFixed(2) : whole} %`,
    isHigh: occupied * 100 > highOccupancyPercent * capacity,
  }
}
