import { minuteMs } from '@lims/contract/durations.ts'
import { isTimeZone, type TimeZone, timeZoneFrom, timeZoneNamed } from '@lims/contract/time-zone.ts'

const storageKey = 'lims.time-zone'

/** The clock of the reader's computer. */
const own = timeZoneFrom((at) => -new Date(at).getTimezoneOffset() * minuteMs)

type Clock = { requested: string | null; name: string | undefined; zone: TimeZone }

let current: Clock | undefined

/** A name that this browser does not know, such as a new one, leaves the reader's clock. */
const clockNamed = (requested: string | null): Clock =>
  requested !== null && isTimeZone(requested)
    ? { requested, name: requested, zone: timeZoneNamed(requested) }
    : { requested, name: undefined, zone: own }

function currentClock(): Clock {
  current ??= clockNamed(localStorage.getItem(storageKey))
  return current
}

/** Sets the time zone of the laboratory; null if it has none. Kept for the next visit, which begins before a reply. */
export function setTimeZone(name: string | null): void {
  if (name === currentClock().requested) return
  current = clockNamed(name)
  try {
    if (name === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, name)
  } catch {
    // No room in the browser: for this page only.
  }
}

/** The time zone of the laboratory; that of the reader's computer where none is set. */
export const clock = (): TimeZone => currentClock().zone

/** The name of the time zone on whose clock times are shown. */
export const shownTimeZone = (): string =>
  currentClock().name ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** The name of the laboratory's time zone; undefined where none is set. */
export const timeZoneName = (): string | undefined => currentClock().name

/** Whether the reader's computer shows another time than the laboratory at an instant. */
export const differsFromOwnClock = (at: Date): boolean =>
  clock().shownAt(at).getTime() !== own.shownAt(at).getTime()

/** Returns a function that formats a time on the clock of the laboratory. */
export function formatOnClock(options: Intl.DateTimeFormatOptions): (at: Date | number) => string {
  let made: { name: string | undefined; format: Intl.DateTimeFormat } | undefined
  return (at) => {
    const name = timeZoneName()
    if (made === undefined || made.name !== name) {
      made = { name, format: new Intl.DateTimeFormat('en-GB', { ...options, timeZone: name }) }
    }
    return made.format.format(at)
  }
}
