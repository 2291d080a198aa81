import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['en-GB', -80.5, '−80.5 °C'],
  ['de-DE', -80.5, '−80.5 °C'],
  ['de-DE', 4, '4 °C'],
  ['en-GB', 0, '0 °C'],
  ['en-GB', -0, '0 °C'],
  ['sv-SE', -80.25, '−80.25 °C'],
  ['ar-EG', -80.5, '−80.5 °C'],
  ['C', -80.5, '−80.5 °C'],
  ['en-US@posix', -80.5, '−80.5 °C'],
])('in %s a reading of %d is %s, with a decimal point as in volumes', async (language, celsius, text) => {
  vi.stubGlobal('navigator', { language })
  // Its formatter is made once.
  vi.resetModules()
  const { formatCelsius } = await import('./format-celsius.ts')
  expect(formatCelsius(celsius)).toBe(text)
})
