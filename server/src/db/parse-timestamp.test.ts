import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAny, parseTimestamp } from './parse-timestamp.ts'

const two = (value: number) => String(value).padStart(2, '0')

const zones = fc
  .tuple(
    fc.constantFrom('+', '-'),
    fc.integer({ min: 0, max: 15 }),
    fc.constantFrom('', ':30', ':45', ':53:28'),
  )
  .map(([sign, hours, rest]) => `${sign}${two(hours)}${rest}`)

const fractions = fc.oneof(
  fc.constant(''),
  fc
    .integer({ min: 1, max: 999_999 })
    .map((micros) => `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`),
)

test('reads what PostgreSQL writes as the parser of pg does', () => {
  const instant = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instant, fractions, zones, (date, fraction, zone) => {
      const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}${zone}`
      expect(parseTimestamp(text)).toEqual(parseAny(text))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  'infinity',
  '-infinity',
  '0044-03-15 12:00:00+00 BC',
  '12026-11-20 09:00:00+00',
  '0099-01-01 00:00:00+00',
])('leaves %s to the parser of pg', (text) => {
  expect(parseTimestamp(text)).toEqual(parseAny(text))
})
