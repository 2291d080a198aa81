const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
const dayMs = 86_400_000
/** Whole days from one time to another in the reader's time zone, also over a change of the clocks. */
const daysBetween = (from: Date, to: Date) => Math.round((startOfDay(to) - startOfDay(from)) / dayMs)

/** 'today, 14:02', 'yesterday, 16:20', '19 Nov, 08:12' or '3 Aug 2025, 08:12' in the reader's time zone. */
export function formatMoment(instant: string | number, now: number = Date.now()): string {
  const date = new Date(instant)
  return `${nameOfDay(date, new Date(now))}, ${time.format(date)}`
}

function nameOfDay(date: Date, now: Date): string {
  const days = daysBetween(date, now)
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  return (date.getFullYear() === now.getFullYear() ? dayOfYear : day).format(date)
}

const soonDays = 14

/** 'ends today', 'ends in 6 days', 'ends 1 Jun 2027' or 'ended 3 Aug 2026', of a time that does not belong to it any more. */
export function formatEnd(instant: string, now: number = Date.now()): string {
  const date = new Date(instant)
  // An end at midnight is the end of the day before.
  const last = new Date(date.getTime() - 1)
  if (date.getTime() <= now) return `ended ${day.format(last)}`
  const days = daysBetween(new Date(now), last)
  if (days === 0) return 'ends today'
  if (days === 1) return 'ends tomorrow'
  return days <= soonDays ? `ends in ${days} days` : `ends ${day.format(last)}`
}

/** '1 Jun 2027' of the midnight that ends this day: an end at midnight is the end of the day before. */
export const formatLastDay = (end: string): string => day.format(new Date(new Date(end).getTime() - 1))

/** '1 Jun 2027' */
export const formatDay = (instant: string): string => day.format(new Date(instant))

/** '1 Jun' */
export const formatDayOfYear = (instant: string | Date): string => dayOfYear.format(new Date(instant))

/** '14:02' */
export const formatTime = (instant: string | Date): string => time.format(new Date(instant))
