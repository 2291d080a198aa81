import { formatOnClock } from './clock.ts'

const dateAndTime = formatOnClock({ dateStyle: 'medium', timeStyle: 'short' })

const dateAndSecond = formatOnClock({ dateStyle: 'medium', timeStyle: 'medium' })

/** '12 Nov 2026, 09:41:07' */
export const formatSecond = (instant: string): string => dateAndSecond(new Date(instant))

/** '12 Nov 2026, 09:41'; '—' without a time. */
export function formatInstant(instant: string | number | null | undefined): string {
  if (instant === null || instant === undefined || instant === '') return '—'
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : dateAndTime(date)
}
