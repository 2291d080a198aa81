import { dayMs } from '@lims/contract/durations.ts'
import { clock, formatOnClock } from './clock.ts'

const time = formatOnClock({ timeStyle: 'short' })
const dayOfYear = formatOnClock({ day: 'numeric', month: 'short' })
const day = formatOnClock({ dateStyle: 'medium' })

const midnight = (at: Date) => new Date(clock().dayOf(at)).getTime()
/** Whole days from one time to another, also over a change of the clocks. */
const daysBetween = (from: Date, to: Date) => Math.round((midnight(to) - midnight(from)) / dayMs)
const yearOf = (at: Date) => clock().shownAt(at).getUTCFullYear()

/** 'today, 14:02', 'yesterday, 16:20', '19 Nov, 08:12' or '3 Aug 2025, 08:12'. */
export function formatMoment(instant: string | number, now: number = Date.now()): string {
  const date = new Date(instant)
  return `${nameOfDay(date, new Date(now))}, ${time(date)}`
}

function nameOfDay(date: Date, now: Date): string {
  const days = daysBetween(date, now)
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  return (yearOf(date) === yearOf(now) ? dayOfYear : day)(date)
}

const soonDays = 14

/**
 * 'ends today', 'ends in 6 days', 'ends 1 Jun 2027' or 'ended 3 Aug 2026', of a time that does not belong to it any
 * more.
 */
export function formatEnd(instant: string, now: number = Date.now()): string {
  const date = new Date(instant)
  // An end at midnight is the end of the day before.
  const last = new Date(date.getTime() - 1)
  if (date.getTime() <= now) return `ended ${day(last)}`
  const days = daysBetween(new Date(now), last)
  if (days === 0) return 'ends today'
  if (days === 1) return 'ends tomorrow'
  return days <= soonDays ? `ends in ${days} days` : `ends ${day(last)}`
}

/** '1 Jun 2027' of the midnight that ends this day: an end at midnight is the end of the day before. */
export const formatLastDay = (end: string): string => day(new Date(new Date(end).getTime() - 1))

/** Whether a day begins at an instant, which is not always at 00:00. */
export const isMidnight = (at: Date): boolean =>
  clock().startOfDay(clock().dayOf(at)).getTime() === at.getTime()

/** '1 Jun 2027' */
export const formatDay = (instant: string): string => day(new Date(instant))

/** 'from 9 Nov 2026 to 15 Nov 2026': `end` is the midnight at the end of the last day. */
export function formatPeriod(start: string | undefined, end: string | undefined): string {
  const from = start ? `from ${formatDay(start)} ` : ''
  const to = end ? `to ${formatLastDay(end)}` : ''
  return `${from}${to}`.trim() || 'at some time'
}

/** '1 Jun' */
export const formatDayOfYear = (instant: string | Date): string => dayOfYear(new Date(instant))

/** '14:02' */
export const formatTime = (instant: string | Date): string => time(new Date(instant))
