import { minuteMs } from '@lims/contract/durations.ts'
import { monthNamed } from '@lims/contract/month-names.ts'
import { clock } from '../../../ui/clock.ts'

/** A time of a line. `later` if the clocks showed it twice, as they were put back, and there is no offset. */
export type LineTime = { at: Date; later?: Date }

export type DateOrder = 'day first' | 'month first'

const timeOfDay = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?(?: ?(?<half>[AP])\.? ?M\.?)?`
const ownOffset = String.raw`(?: ?(?<offset>Z|UTC|GMT|[+-]\d{2}:?\d{2}))?`
const timeWith = (date: string) => new RegExp(`^${date}(?:T|[ ,]+)${timeOfDay}${ownOffset}$`, 'iu')

/** Whatever the sign between them, nobody writes the day before the month after the year. */
const yearFirstTime = timeWith(
  String.raw`(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})`,
)
const dottedTime = timeWith(String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d{2})`)
/** Such as '20-Nov-2026 09:30' or '20 Nov 26, 9:30 PM'. */
const namedTime = timeWith(
  String.raw`(?<day>\d{1,2})(?:\.? ?|[-/])(?<name>\p{L}{3,9})\.?(?:,? |[-/]?)(?<year>\d{4}|\d{2})`,
)
/** The day or the month first. */
const slashedTime = timeWith(
  String.raw`(?<one>\d{1,2})(?<sign>[/-])(?<other>\d{1,2})\k<sign>(?<year>\d{4}|\d{2})`,
)

const groupsOf = (time: string) =>
  (yearFirstTime.exec(time) ?? dottedTime.exec(time) ?? namedTime.exec(time) ?? slashedTime.exec(time))
    ?.groups

/** Whether a text is written as a time, also as one that is on no clock or in an unknown order. */
export const isWrittenTime = (text: string): boolean => groupsOf(text) !== undefined

/**
 * Finds the order of dates such as 11/26/2026 or 26-11-2026 from those after the 12th; undefined if there are none, or of
 * both orders (`isMixed`). With years of two digits, dates such as 26/11/27 may have the year first: the day comes first
 * only if one of them begins with a number up to 12.
 */
export function slashedDates(times: readonly string[]): {
  first: string | undefined
  order: DateOrder | undefined
  isMixed: boolean
} {
  const slashed = times.map((time) => slashedTime.exec(time)).filter((match) => match !== null)
  const dayFirst = slashed.some(({ groups }) => Number(groups?.one) > 12)
  const monthFirst = slashed.some(({ groups }) => Number(groups?.other) > 12)
  const mayBeYearFirst = slashed.every(({ groups }) => groups?.year?.length === 2 && Number(groups.one) > 12)
  const order = dayFirst ? 'day first' : 'month first'
  const isKnown = dayFirst !== monthFirst && !mayBeYearFirst
  return {
    first: slashed[0]?.[0],
    order: isKnown ? order : undefined,
    isMixed: dayFirst && monthFirst,
  }
}

/** Whether a time is written with its offset from UTC. */
export const hasOffset = (time: string): boolean => groupsOf(time)?.offset !== undefined

/**
 * Parses '2026-05-03 14:05:00', '2026/5/3 2:05 PM', '03.05.2026 14:05', '3-May-2026 14:05' or, in a known order,
 * '5/3/2026 2:05 PM', with or without an offset; '03.05.26' and '5/3/26' are of this century. Undefined for anything
 * else, and for a time that is on no clock. `offsetMinutes` is that of times without their own one; without it they are
 * those of the laboratory's clocks.
 */
export function readTime(
  time: string,
  order: DateOrder | undefined,
  offsetMinutes?: number,
): LineTime | undefined {
  const groups = groupsOf(time)
  const parts = groups && partsOf(groups, order)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  const asUtc = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isReal =
    asUtc.getUTCMonth() === month - 1 && asUtc.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  if (!isReal) return undefined
  const { offset } = groups
  if (!offset && offsetMinutes !== undefined)
    return { at: new Date(asUtc.getTime() - offsetMinutes * minuteMs) }
  if (!offset) return timesOfClock(asUtc)
  const zone = /^[ZUG]/i.test(offset) ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
  const at = new Date(`${asUtc.toISOString().slice(0, 19)}${zone}`)
  return Number.isNaN(at.getTime()) ? undefined : { at }
}

/** Returns year, month, day, hour, minute and second. Undefined for an hour that the named half of the day has not. */
function partsOf(
  {
    year,
    month: digits,
    name,
    day,
    one,
    other,
    hour,
    minute,
    second,
    half,
  }: Record<string, string | undefined>,
  order: DateOrder | undefined,
): (string | number | undefined)[] | undefined {
  const month = name === undefined ? digits : monthNamed(name)
  if (month === undefined && (name !== undefined || !order)) return undefined
  const date = month === undefined ? (order === 'day first' ? [other, one] : [one, other]) : [month, day]
  const wholeYear = year?.length === 2 ? `20${year}` : year
  if (!half) return [wholeYear, ...date, hour, minute, second]
  const inHalf = Number(hour)
  if (inHalf < 1 || inHalf > 12) return undefined
  return [wholeYear, ...date, (inHalf % 12) + (half.toUpperCase() === 'P' ? 12 : 0), minute, second]
}

/**
 * Undefined for a time that the clocks never showed, as they were put forward: a logger that follows no summer time.
 */
function timesOfClock(shown: Date): LineTime | undefined {
  const [at, later] = clock().instantsOf(shown)
  return at && (later ? { at, later } : { at })
}
