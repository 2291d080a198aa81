import { expect, test } from 'vitest'
import { timeSince } from './time-since.ts'

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
