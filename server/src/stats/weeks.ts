import { dayMs } from '@lims/contract/durations.ts'
import { countedWeeks } from '@lims/contract/stats.ts'

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
