import { dayMs, hourMs, minuteMs } from '@lims/contract/durations.ts'
import { formatCount } from '@lims/contract/format-count.ts'

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
