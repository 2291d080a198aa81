const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** 'now', '14 min', '3 h', '1 day', '34 days' */
export function timeSince(instant: string, now: number): string {
  const passedMs = now - new Date(instant).getTime()
  if (Number.isNaN(passedMs)) return 'Invalid Date'
  if (passedMs < minuteMs) return 'now'
  if (passedMs < hourMs) return `${Math.floor(passedMs / minuteMs)} min`
  if (passedMs < dayMs) return `${Math.floor(passedMs / hourMs)} h`
  const days = Math.floor(passedMs / dayMs)
  return days === 1 ? '1 day' : `${days.toLocaleString('en')} days`
}
