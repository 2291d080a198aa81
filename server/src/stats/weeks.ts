import { countedWeeks } from '@lims/contract/stats.ts'
import { addDays, mondayOf, type TimeZone } from '@lims/contract/time-zone.ts'

const dayMs = 24 * 60 * 60_000
const weekMs = 7 * dayMs

/** Returns the last `countedWeeks` weeks of 168 hours, oldest first; the last one begins at `weekStart`. */
export function weeksUpTo(weekStart: Date): { from: Date; to: Date }[] {
  return Array.from({ length: countedWeeks }, (_, index) => {
    const from = new Date(weekStart.getTime() - (countedWeeks - 1 - index) * weekMs)
    return { from, to: new Date(from.getTime() + weekMs) }
  })
}

/** Returns the weeks between consecutive bounds. */
export const weeksBetween = (bounds: readonly string[]): { from: Date; to: Date }[] =>
  bounds.slice(1).map((to, index) => ({ from: new Date(bounds[index] ?? to), to: new Date(to) }))

/**
 * Returns the bounds of the last `countedWeeks` weeks, each from Monday 00:00 of a time zone; the last one holds `now`.
 */
export function weekBoundsAt(now: Date, zone: TimeZone): string[] {
  const monday = mondayOf(zone.dayOf(now))
  return Array.from({ length: countedWeeks + 1 }, (_, index) =>
    zone.startOfDay(addDays(monday, 7 * (index + 1 - countedWeeks))).toISOString(),
  )
}
