import { expect, test } from 'vitest'
import { formatInstant } from './format-instant.ts'

test('an instant reads as day and minute in the zone of the reader', () => {
  expect(formatInstant(new Date(2026, 10, 12, 9, 41).toISOString())).toBe('12 Nov 2026, 09:41')
})

test.each(['yesterday', '2026-13-45', 'NaN'])("ERR-73 '%s' reads as 'Invalid Date'", (instant) => {
  expect(formatInstant(instant)).toBe('Invalid Date')
})

test.each([null, undefined, ''])('a missing instant (%s) is a dash', (instant) => {
  expect(formatInstant(instant)).toBe('—')
})
