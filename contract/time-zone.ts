import { dayMs, minuteMs } from './durations.ts'

/** What the clocks of a time zone show. Days are written as '2026-11-20'. */
export type TimeZone = {
  /** Minutes, hours and days as the clock shows them, in the UTC fields of a Date. */
  shownAt: (at: Date) => Date
  dayOf: (at: Date) => string
  /** The first instant of a day, also where clocks are put forward or back at midnight. */
  startOfDay: (day: string) => Date
  /** The instants at which the clock shows the UTC fields of `shown`: none, one, or two, the earlier first. */
  instantsOf: (shown: Date) => Date[]
  /** '-08:00'; 'Z' where it is that of UTC. */
  offsetOf: (at: Date) => string
}

/** Returns the day that is `days` after a day. */
export const addDays = (day: string, days: number): string =>
  new Date(new Date(day).getTime() + days * dayMs).toISOString().slice(0, 10)

/** The last day of a period that ends at an instant, usually the midnight after that day. */
export const lastDayBefore = (end: string, zone: TimeZone): string =>
  zone.dayOf(new Date(new Date(end).getTime() - 1))

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** Returns the time zone whose clocks are `offsetMsAt(at)` milliseconds ahead of UTC. */
export function timeZoneFrom(offsetMsAt: (at: number) => number): TimeZone {
  const shownAt = (at: Date) => new Date(at.getTime() + offsetMsAt(at.getTime()))
  const dayOf = (at: Date) => shownAt(at).toISOString().slice(0, 10)

  function instantsOf(shown: Date): Date[] {
    const time = shown.getTime()
    // No clock is a day ahead of UTC or behind it, and none is changed twice within two days.
    const possible = [time - offsetMsAt(time - dayMs), time - offsetMsAt(time + dayMs)]
    return [...new Set(possible)]
      .filter((at) => at + offsetMsAt(at) === time)
      .sort((one, other) => one - other)
      .map((at) => new Date(at))
  }

  function startOfDay(day: string): Date {
    const [first] = instantsOf(new Date(day))
    return first ?? firstInstantAfterGap(day)
  }

  /** The clocks skip midnight, and some of them the whole day: finds the second at which the day has come. */
  function firstInstantAfterGap(day: string): Date {
    let [before, after] = [new Date(day).getTime() - dayMs, new Date(day).getTime() + dayMs]
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000
      if (dayOf(new Date(middle)) < day) before = middle
      else after = middle
    }
    return new Date(after)
  }

  function offsetOf(at: Date): string {
    const minutes = Math.round(offsetMsAt(at.getTime()) / minuteMs)
    if (minutes === 0) return 'Z'
    const two = (number: number) => `${Math.floor(number)}`.padStart(2, '0')
    const size = Math.abs(minutes)
    return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
  }

  return { shownAt, dayOf, startOfDay, instantsOf, offsetOf }
}

export const utc: TimeZone = timeZoneFrom(() => 0)

/**
 * Whether the time zone database has this name, such as 'America/Los_Angeles'. An offset such as '+02:00' is not a
 * name.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const numericParts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** Returns a time zone by its name. Throws RangeError if there is none. Keep it: making one takes some 30 µs. */
export function timeZoneNamed(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return timeZoneFrom(
    rememberedByDay((at) => {
      const second = Math.floor(at / 1000) * 1000
      const parts = new Map(format.formatToParts(second).map(({ type, value }) => [type, value]))
      const [year = 0, month = 0, day, ...time] = numericParts.map((type) => Number(parts.get(type)))
      // Not Date.UTC of the year: it takes 0 to 99 for 1900 to 1999.
      const shown = new Date(Date.UTC(2000, month - 1, day, ...time))
      shown.setUTCFullYear(parts.get('era')?.startsWith('B') ? 1 - year : year, month - 1, day)
      return shown.getTime() - second
    }),
  )
}

const maxRememberedDays = 5000

/** Formatting takes 4 µs, and an import asks for 10,000 rows: days on which no clock is changed are formatted once. */
function rememberedByDay(offsetMsAt: (at: number) => number): (at: number) => number {
  const ofDay = new Map<number, number | undefined>()
  return (at) => {
    const day = Math.floor(at / dayMs)
    if (!ofDay.has(day)) {
      if (ofDay.size >= maxRememberedDays) ofDay.clear()
      const [start, end] = [offsetMsAt(day * dayMs), offsetMsAt((day + 1) * dayMs)]
      ofDay.set(day, start === end ? start : undefined)
    }
    return ofDay.get(day) ?? offsetMsAt(at)
  }
}
