import { minuteMs } from '@lims/contract/durations.ts'
import pg from 'pg'

/** The parser of pg. */
export const parseAny: (text: string) => Date | number = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

const two = (text: string, at: number) => (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48

const [colon, dot, plus, minus, space] = [...':.+- '].map((character) => character.charCodeAt(0))

/**
 * Returns the instant that PostgreSQL writes as '2026-11-20 09:00:00.123456+01', to the millisecond. Does what the
 * parser of pg does, which takes half of the time of reading a page of samples. Years before 100 or after 9999,
 * infinity and other styles (`DateStyle`) are left to that one.
 */
export function parseTimestamp(text: string): Date | number {
  if (text.charCodeAt(4) !== minus || text.charCodeAt(10) !== space || text.charCodeAt(16) !== colon) {
    return parseAny(text)
  }
  let at = 19
  let ms = 0
  if (text.charCodeAt(at) === dot) {
    let unit = 100
    for (at++; isDigit(text.charCodeAt(at)); at++, unit /= 10) {
      if (unit >= 1) ms += unit * (text.charCodeAt(at) - 48)
    }
  }
  const sign = text.charCodeAt(at)
  const length = text.length - at
  if ((sign !== plus && sign !== minus) || (length !== 3 && length !== 6)) return parseAny(text)
  const minutes = two(text, at + 1) * 60 + (length === 6 ? two(text, at + 4) : 0)
  const local = Date.UTC(
    two(text, 0) * 100 + two(text, 2),
    two(text, 5) - 1,
    two(text, 8),
    two(text, 11),
    two(text, 14),
    two(text, 17),
    ms,
  )
  return two(text, 0) === 0
    ? parseAny(text)
    : new Date(local - (sign === plus ? minutes : -minutes) * minuteMs)
}

const isDigit = (code: number) => code >= 48 && code <= 57
