import { expect, test } from 'vitest'
import { formatEnd, formatLastDay, formatMoment, formatPeriod } from './format-moment.ts'

const at = (text: string) => new Date(text).getTime()
const now = at('2026-11-22T14:05')

test.each([
  ['2026-11-22T00:02', 'today, 00:02'],
  ['2026-11-21T23:59', 'yesterday, 23:59'],
  ['2026-11-19T08:12', '19 Nov, 08:12'],
  ['2025-08-03T08:12', '3 Aug 2025, 08:12'],
])('a time at %s reads %s', (instant, text) => {
  expect(formatMoment(at(instant), now)).toBe(text)
})

test.each([
  ['2026-11-23T00:00', 'ends today'],
  ['2026-11-24T00:00', 'ends tomorrow'],
  ['2026-11-29T00:00', 'ends in 6 days'],
  ['2027-06-02T00:00', 'ends 1 Jun 2027'],
  ['2026-11-22T00:00', 'ended 21 Nov 2026'],
])('a token that is valid until %s %s', (instant, text) => {
  expect(formatEnd(new Date(instant).toISOString(), now)).toBe(text)
})

test.each([
  ['2026-12-02T00:00', '1 Dec 2026'],
  ['2027-01-01T00:00', '31 Dec 2026'],
  ['2026-12-01T14:00', '1 Dec 2026'],
])('a tube that is expected back until %s is due on %s', (end, text) => {
  expect(formatLastDay(new Date(end).toISOString())).toBe(text)
})

test.each([
  ['2026-11-09T00:00', '2026-11-16T00:00', 'from 9 Nov 2026 to 15 Nov 2026'],
  ['2026-11-09T00:00', undefined, 'from 9 Nov 2026'],
  [undefined, undefined, 'at some time'],
])('a period from %s until %s: %s', (start, end, text) => {
  const instant = (day?: string) => day && new Date(day).toISOString()
  expect(formatPeriod(instant(start), instant(end))).toBe(text)
})
