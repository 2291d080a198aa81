import type { DateOrder } from '@lims/contract/imports.ts'
import { monthNamed } from '@lims/contract/month-names.ts'
import { z } from 'zod'
import type { LaboratoryTime } from '../config.ts'
import { isFuture } from '../samples/is-future.ts'

const firstTime = '1900-01-01T00:00:00.000Z'
const lastTime = '2199-12-31T23:59:59.999Z'
const day = 'or a day such as 2026-11-20 or 20.11.2026'

const noTimeZone =
  "has no time zone: write it with one, as in 2026-11-20T09:30:00Z or 2026-11-20T09:30:00+01:00, import an Excel workbook, or have the laboratory's time zone set (TIME_ZONE)"

const timeOfDay = String.raw`(?:(?:T|,? )(?<hour>\d{1,2})(?<rest>:.*?)(?: ?(?<half>[AP])\.? ?M\.?)?)?`
const timeOn = (date: string) => new RegExp(`^${date}${timeOfDay}$`, 'iu')

/** Dates whose order is known. */
const times = [
  // '20.11.2026' or '20.11.2026 09:30:00': with dots the day always comes first.
  timeOn(String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})`),
  // '2026-11-20 09:30:00' or '2026/11/20': with the year first the month always follows.
  timeOn(String.raw`(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})`),
  // '20-Nov-2026', '20. November 2026' or '20NOV2026', as clinical studies write it.
  timeOn(String.raw`(?<day>\d{1,2})(?:\.? ?|[-/])(?<name>\p{L}{3,9})\.?(?:,? |[-/]?)(?<year>\d{4})`),
  // 'Nov 20, 2026'
  timeOn(String.raw`(?<name>\p{L}{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})`),
]
/**
 * '3/11/2026', '20-11-2026', '11/20/2026 9:30:00 PM' or '20/11/2026 9:30 p. m.', as spreadsheets show and write them.
 */
const yearLast =
  /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})(?:,? (\d{1,2})(:\d{2}(?::\d{2})?)(?: ?([AP])\.? ?M\.?)?)?$/i

/** Returns a time in the form of ISO 8601, and any other text unchanged. */
function asIso(text: string, dateOrder: DateOrder | undefined): string {
  const known = times.map((time) => time.exec(text)?.groups).find(Boolean)
  if (known) {
    const {
      year = '',
      month = String(monthNamed(known.name ?? '') ?? ''),
      day = '',
      hour,
      rest,
      half,
    } = known
    return month === '' ? text : timeOf(dayOf(year, month, day), { hour, rest, half }, text)
  }
  const parts = dateOrder && yearLast.exec(text)
  if (!parts) return text
  const [, first = '', , second = '', year = '', hour, rest, half] = parts
  const date = dateOrder === 'day-first' ? dayOf(year, second, first) : dayOf(year, first, second)
  return timeOf(date, { hour, rest, half }, text)
}

const noDateOrder = (text: string) =>
  `has ${text.includes('/') ? 'slashes' : 'hyphens'}: choose whether the day or the month comes first`
const otherOrder = 'is a date in the other order: if the others are so too, go back and choose that one'

/** Whether a date with the year last is one in the other order only, as where the wrong one was chosen for a file. */
function isInOtherOrder(text: string, dateOrder: DateOrder | undefined): boolean {
  const [, first = '', , second = ''] = yearLast.exec(text) ?? []
  const [day, month] =
    dateOrder === 'day-first' ? [Number(first), Number(second)] : [Number(second), Number(first)]
  return month > 12 && month <= 31 && day >= 1 && day <= 12
}

const isWithoutOffset = (text: string): boolean =>
  !text.endsWith('Z') && z.iso.datetime({ local: true }).safeParse(text).success

const dayOf = (year: string, month: string, day: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** Returns the hour from 0 to 23 of one from 1 to 12 in a half of the day, A or P; undefined for any other number. */
const hourOfDay = (hour: number, half: string): string | undefined =>
  hour >= 1 && hour <= 12 ? String((hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0)) : undefined

type TimeOfDay = Record<'hour' | 'rest' | 'half', string | undefined>

/** Returns the text unchanged if its half of the day has no such hour. */
function timeOf(day: string, { hour, rest = '', half }: TimeOfDay, text: string): string {
  if (hour === undefined) return day
  const hours = half === undefined ? hour : hourOfDay(Number(hour), half)
  return hours === undefined ? text : `${day}T${hours.padStart(2, '0')}${withOffset(rest)}`
}

/**
 * Returns minutes and seconds with the offset in the form that zod accepts: databases write '+01', '+0100' and 'UTC',
 * and leave out the seconds.
 */
const withOffset = (rest: string) =>
  rest
    .replace(/ ?(?:UTC|GMT|Z)$/i, 'Z')
    .replace(/ ?([+-]\d{2}):?(\d{2})?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`)
    .replace(/^(:\d{2})(?=[Z+-])/, '$1:00')

/**
 * Returns the schema of a time or a day in a file. A day begins at midnight of the laboratory. A time without an offset
 * is one on its clocks; in a CSV file it is refused if the time zone of the laboratory is not set. A time after `now`
 * is refused, because what the columns record has happened; so is one such as 3/11/2026 without a `dateOrder`.
 */
export function timeInputOf(
  { name, zone }: LaboratoryTime,
  { format, now, dateOrder }: { format: 'csv' | 'xlsx'; now: Date; dateOrder: DateOrder | undefined },
) {
  const clocks = `the clocks of ${name ?? 'UTC'}`
  const message = name
    ? `must be a time such as 2026-11-20T09:30:00 on ${clocks} or 2026-11-20T09:30:00Z, ${day}`
    : `must be a time such as 2026-11-20T09:30:00Z, ${day}`
  const local = name !== undefined || format === 'xlsx'
  return z
    .string()
    .refine((text) => dateOrder !== undefined || !yearLast.test(text), {
      error: ({ input }) => noDateOrder(String(input)),
    })
    .refine((text) => !isInOtherOrder(text, dateOrder), otherOrder)
    .transform((text) => asIso(text, dateOrder))
    .refine((text) => local || !isWithoutOffset(text), noTimeZone)
    .pipe(z.union([z.iso.datetime({ offset: true, local }), z.iso.date()], message))
    .transform((input, { addIssue }) => {
      if (!input.includes('T')) return zone.startOfDay(input).toISOString()
      if (/(Z|[+-]\d\d:\d\d)$/.test(input)) return new Date(input).toISOString()
      const shown = new Date(`${input}Z`)
      const instants = zone.instantsOf(shown)
      const [at, later] = instants
      if (at && !later) return at.toISOString()
      const time = shown.toISOString().slice(0, 19)
      const written = instants.map((instant) => `${time}${zone.offsetOf(instant)}`)
      addIssue(
        at
          ? `was shown twice by ${clocks}, which were put back: write it as ${written.join(' or ')}`
          : `was never shown by ${clocks}, which were put forward`,
      )
      return z.NEVER
    })
    .refine((at) => at >= firstTime && at <= lastTime, 'must be a time from 1900 to 2199')
    .refine((at) => !isFuture(at, now), 'must not be in the future')
}
