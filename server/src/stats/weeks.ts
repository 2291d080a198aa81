import { countedWeeks } from '@lims/contract/stats.ts'

const dayMs = 24 * 60 * 60_000
const weekMs = 7 * dayMs

/** The weeks up to the present one, oldest first. */
export function weeksUpTo(weekStart: Date): { from: Date; to: Date }[] {
  return Array.from({ length: countedWeeks }, (_, index) => {
    const from = new Date(weekStart.getTime() - (countedWeeks - 1 - index) * weekMs)
    return { from, to: new Date(from.getTime() + weekMs) }
  })
}

/** Monday 00:00 UTC of the week that an instant lies in. */
export function mondayOf(instant: Date): Date {
  const daysPast = (instant.getUTCDay() + 6) % 7
  const midnight = Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate())
  return new Date(midnight - daysPast * dayMs)
}
