import { formatCount } from '@lims/contract/format-count.ts'
import { countedWeeks } from '@lims/contract/stats.ts'
import { addDays, mondayOf } from '@lims/contract/time-zone.ts'
import { clock } from '../../ui/clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** 'now', '14 min', '3 h', '1 day', '34 days' */
export function timeSince(instant: string, now: number): string {
  const elapsedMs = now - new Date(instant).getTime()
  if (Number.isNaN(elapsedMs)) return 'Invalid Date'
  if (elapsedMs < minuteMs) return 'now'
  if (elapsedMs < hourMs) return `${Math.floor(elapsedMs / minuteMs)} min`
  if (elapsedMs < dayMs) return `${Math.floor(elapsedMs / hourMs)} h`
  const days = Math.floor(elapsedMs / dayMs)
  return formatCount(days, 'day')
}

/**
 * Returns the starts of the counted weeks, the current one last, and the end of that one, separated by commas. Weeks
 * begin on Monday 00:00 of the laboratory, also before a change of the clocks.
 */
export function weekBounds(date: Date): string {
  const monday = mondayOf(clock().dayOf(date))
  return Array.from({ length: countedWeeks + 1 }, (_, index) =>
    clock()
      .startOfDay(addDays(monday, 7 * (index + 1 - countedWeeks)))
      .toISOString(),
  ).join()
}
