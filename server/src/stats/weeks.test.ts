import { expect, test } from 'vitest'
import { mondayOf, weeksUpTo } from './weeks.ts'

test.each([
  ['2026-11-16T00:00:00.000Z', '2026-11-16T00:00:00.000Z'],
  ['2026-11-20T09:00:00.000Z', '2026-11-16T00:00:00.000Z'],
  ['2026-11-22T23:59:59.999Z', '2026-11-16T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2026-12-28T00:00:00.000Z'],
])('the week of %s began at %s', (instant, monday) => {
  expect(mondayOf(new Date(instant)).toISOString()).toBe(monday)
})

test('returns twelve consecutive weeks, the current one last', () => {
  const present = new Date('2026-11-16T00:00:00.000Z')
  const weeks = weeksUpTo(present)
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)?.from).toEqual(present)
  expect(weeks.slice(1).map(({ from }) => from)).toEqual(weeks.slice(0, -1).map(({ to }) => to))
})
