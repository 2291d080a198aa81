import { expect, onTestFinished, test, vi } from 'vitest'
import { timeSince, weekBounds } from './time.ts'

const now = Date.parse('2026-11-20T09:00:00.000Z')

test.each([
  ['2026-11-20T09:00:30.000Z', 'now'],
  ['2026-11-20T08:59:30.000Z', 'now'],
  ['2026-11-20T08:46:00.000Z', '14 min'],
  ['2026-11-20T06:00:00.000Z', '3 h'],
  ['2026-11-19T09:00:00.000Z', '1 day'],
  ['2026-10-17T08:00:00.000Z', '34 days'],
  ['2021-01-01T09:00:00.000Z', '2,149 days'],
  ['last week', 'Invalid Date'],
])('%s is %s ago', (instant, words) => {
  expect(timeSince(instant, now)).toBe(words)
})

test.each([
  [new Date(2026, 10, 16, 0, 0), new Date(2026, 10, 16)],
  [new Date(2026, 10, 20, 9, 30), new Date(2026, 10, 16)],
  [new Date(2026, 10, 22, 23, 59), new Date(2026, 10, 16)],
  [new Date(2026, 0, 1, 12, 0), new Date(2025, 11, 29)],
])('the week of %s began on %s', (day, monday) => {
  expect(weekBounds(day).split(',').at(-2)).toBe(monday.toISOString())
})

test.each([
  ['Pacific/Auckland', '2026-11-25T20:00:00.000Z'],
  ['Europe/Berlin', '2026-04-10T08:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-05T20:00:00.000Z'],
])('each week begins on Monday 00:00 in %s, also before a change of the clocks', (zone, present) => {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
  const bounds = weekBounds(new Date(present)).split(',')
  expect(bounds).toHaveLength(13)
  for (const bound of bounds) {
    const local = new Date(bound)
    expect([local.getDay(), local.getHours(), local.getMinutes()], bound).toEqual([1, 0, 0])
  }
})
