import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [20, '1 min'],
  [2700, '45 min'],
  [3600, '1 h'],
  [12_000, '3 h 20 min'],
  [86_400, '1 d'],
  [187_200, '2 d 4 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
