import { afterEach, expect, test, vi } from 'vitest'
import { formatCelsius, formatDuration } from './celsius.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['en-GB', -80.5, '−80.5 °C'],
  ['de-DE', -80.5, '−80.5 °C'],
  ['de-DE', 4, '4 °C'],
  ['sv-SE', -80.25, '−80.25 °C'],
  ['ar-EG', -80.5, '−80.5 °C'],
  ['C', -80.5, '−80.5 °C'],
  ['en-US@posix', -80.5, '−80.5 °C'],
])('in %s a reading of %d is %s, with a decimal point as in volumes', (language, celsius, text) => {
  vi.stubGlobal('navigator', { language })
  expect(formatCelsius(celsius)).toBe(text)
})

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
