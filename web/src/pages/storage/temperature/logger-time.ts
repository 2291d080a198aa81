import { minuteMs } from '@lims/contract/durations.ts'
import { clock } from '../../../ui/clock.ts'

/** A time of a line. `later` if the clocks showed it twice, as they were put back, and there is no offset. */
export type LineTime = { at: Date; later?: Date }

export type DateOrder = 'day first' | 'month first'

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i
const europeanTime = /^(\d{1,2})\.(\d{1,2})\.(\d{4})[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/
const slashedTime = /^(\d{1,2})\/(\d{1,2})\/(\d{4})[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])\.?M\.?)?$/i

/** Whether a text is written as a time, also as one that is on no clock or in an unknown order. */
export const isWrittenTime = (text: string): boolean =>
  [isoTime, europeanTime, slashedTime].some((time) => time.test(text))

/**
 * Finds the order of dates such as 11/26/2026 from those after the 12th; undefined if there are none, or of both orders
 * (`isMixed`).
 */
export function slashedDates(times: readonly string[]): {
  first: string | undefined
  order: DateOrder | undefined
  isMixed: boolean
} {
  const first = times.find((time) => slashedTime.test(time))
  const dayFirst = times.some((time) => Number(slashedTime.exec(time)?.[1]) > 12)
  const monthFirst = times.some((time) => Number(slashedTime.exec(time)?.[2]) > 12)
  const order = dayFirst ? 'day first' : 'month first'
  return { first, order: dayFirst === monthFirst ? undefined : order, isMixed: dayFirst && monthFirst }
}

/** Whether a time is written with its offset from UTC. */
export const hasOffset = (time: string): boolean => isoTime.exec(time)?.[7] !== undefined

/**
 * Parses '2026-05-03 14:05:00' with or without an offset, '03.05.2026 14:05' or, in a known order, '5/3/2026 2:05 PM'.
 * Undefined for anything else, and for a time that is on no clock. `offsetMinutes` is that of times without their own
 * one; without it they are those of the laboratory's clocks.
 */
export function readTime(
  time: string,
  order: DateOrder | undefined,
  offsetMinutes?: number,
): LineTime | undefined {
  const parts = partsOf(time, order)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  const asUtc = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isReal =
    asUtc.getUTCMonth() === month - 1 && asUtc.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  if (!isReal) return undefined
  const offset = isoTime.exec(time)?.[7]
  if (!offset && offsetMinutes !== undefined)
    return { at: new Date(asUtc.getTime() - offsetMinutes * minuteMs) }
  if (!offset) return timesOfClock(asUtc)
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
  const at = new Date(`${asUtc.toISOString().slice(0, 19)}${zone}`)
  return Number.isNaN(at.getTime()) ? undefined : { at }
}

/** Returns year, month, day, hour, minute and second. */
function partsOf(time: string, order: DateOrder | undefined): (string | number | undefined)[] | undefined {
  const iso = isoTime.exec(time)
  if (iso) return iso.slice(1, 7)
  const [, day, month, year, ...clock] = europeanTime.exec(time) ?? []
  if (day !== undefined) return [year, month, day, ...clock]
  const slashed = slashedTime.exec(time)
  if (!slashed || !order) return undefined
  const [, one, other, itsYear, hour, minute, second, half] = slashed
  const date = order === 'day first' ? [itsYear, other, one] : [itsYear, one, other]
  if (!half) return [...date, hour, minute, second]
  const inHalf = Number(hour)
  if (inHalf < 1 || inHalf > 12) return undefined
  return [...date, (inHalf % 12) + (half.toUpperCase() === 'P' ? 12 : 0), minute, second]
}

/**
 * Undefined for a time that the clocks never showed, as they were put forward: a logger that follows no summer time.
 */
function timesOfClock(shown: Date): LineTime | undefined {
  const [at, later] = clock().instantsOf(shown)
  return at && (later ? { at, later } : { at })
}
