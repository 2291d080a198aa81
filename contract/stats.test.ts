import { expect, test } from 'vitest'
import { weekBoundsAt } from './stats.ts'
import { timeZoneNamed, utc } from './time-zone.ts'

test.each([
  ['2026-11-16T00:00:00.000Z', '2026-11-16T00:00:00.000Z'],
  ['2026-11-20T09:00:00.000Z', '2026-11-16T00:00:00.000Z'],
  ['2026-11-22T23:59:59.999Z', '2026-11-16T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2026-12-28T00:00:00.000Z'],
])('the week of %s began at %s', (instant, monday) => {
  expect(weekBoundsAt(new Date(instant), utc).at(-2)).toBe(monday)
})

test('weeks begin on Monday of the laboratory, also before its clocks were changed', () => {
  const bounds = weekBoundsAt(new Date('2026-11-23T05:00:00Z'), timeZoneNamed('America/Los_Angeles'))
  expect(bounds).toHaveLength(13)
  expect(bounds.slice(-2)).toEqual(['2026-11-16T08:00:00.000Z', '2026-11-23T08:00:00.000Z'])
  expect(bounds.slice(-5, -3)).toEqual(['2026-10-26T07:00:00.000Z', '2026-11-02T08:00:00.000Z'])
})

test.each([
  ['Pacific/Auckland', '2026-11-25T20:00:00.000Z'],
  ['Europe/Berlin', '2026-04-10T08:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-05T20:00:00.000Z'],
])('each week begins on Monday 00:00 in %s, also before a change of the clocks', (name, present) => {
  const zone = timeZoneNamed(name)
  const bounds = weekBoundsAt(new Date(present), zone)
  expect(bounds).toHaveLength(13)
  for (const bound of bounds) {
    const shown = zone.shownAt(new Date(bound))
    expect([shown.getUTCDay(), shown.getUTCHours(), shown.getUTCMinutes()], bound).toEqual([1, 0, 0])
  }
})
