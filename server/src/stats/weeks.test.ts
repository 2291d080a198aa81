import { timeZoneNamed, utc } from '@lims/contract/time-zone.ts'
import { expect, test } from 'vitest'
import { weekBoundsAt, weeksUpTo } from './weeks.ts'

test.each([
  ['2026-11-16T00:00:00.000Z', '2026-11-16T00:00:00.000Z'],
  ['2026-11-20T09:00:00.000Z', '2026-11-16T00:00:00.000Z'],
  ['2026-11-22T23:59:59.999Z', '2026-11-16T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2026-12-28T00:00:00.000Z'],
])('the week of %s began at %s', (instant, monday) => {
  expect(weekBoundsAt(new Date(instant), utc).at(-2)).toBe(monday)
})

test('returns twelve consecutive weeks, the current one last', () => {
  const present = new Date('2026-11-16T00:00:00.000Z')
  const weeks = weeksUpTo(present)
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)?.from).toEqual(present)
  expect(weeks.slice(1).map(({ from }) => from)).toEqual(weeks.slice(0, -1).map(({ to }) => to))
})

test('weeks begin on Monday of the laboratory, also before its clocks were changed', () => {
  const bounds = weekBoundsAt(new Date('2026-11-23T05:00:00Z'), timeZoneNamed('America/Los_Angeles'))
  expect(bounds).toHaveLength(13)
  expect(bounds.slice(-2)).toEqual(['2026-11-16T08:00:00.000Z', '2026-11-23T08:00:00.000Z'])
  expect(bounds.slice(-5, -3)).toEqual(['2026-10-26T07:00:00.000Z', '2026-11-02T08:00:00.000Z'])
})
