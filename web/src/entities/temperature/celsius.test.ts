import { afterEach, expect, test, vi } from 'vitest'
import { formatCelsius, formatDuration } from './celsius.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['en-GB', -80.5, '−80.5 °C'],
  ['de-DE', -80.5, '−80,5 °C'],
  ['de-DE', 4, '4 °C'],
  ['sv-SE', -80.25, '−80,25 °C'],
  ['ar-EG', -80.5, '−80.5 °C'],
  ['fa-IR', -80.5, '−80.5 °C'],
  ['mr-IN', -80.5, '−80.5 °C'],
])('in %s a reading of %d is %s', (language, celsius, text) => {
  vi.stubGlobal('navigator', { language })
  expect(formatCelsius(celsius)).toBe(text)
})

test.each(['C', 'en-US@posix'])('a browser that names its language %s shows a reading', (language) => {
  vi.stubGlobal('navigator', { language })
  expect(formatCelsius(-80.5)).toMatch(/^−80[.,]5 °C$/)
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
