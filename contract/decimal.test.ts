import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCount, parseDecimal } from './decimal.ts'

test.each([
  ['0,5', 0.5],
  ['1,25', 1.25],
  ['0.5', 0.5],
  [' 2 ', 2],
  [',5', 0.5],
  ['5.', 5],
  ['-1', -1],
  ['\u221270,5', -70.5],
  ['\u201380', -80],
  ['0,125', 0.125],
  ['1,2500', 1.25],
  ['1.125', 1.125],
  ['٠٫٥', 0.5],
  ['۱۲٫۵', 12.5],
  ['०.५', 0.5],
  ['๒.๕', 2.5],
  ['－８０．５', -80.5],
  ['０，９', 0.9],
  ['1 250', 1250],
  ['1\u00A0250', 1250],
  ['-12\u202F345\u202F678,5', -12_345_678.5],
  ['1 000,500', 1000.5],
  ["1'250.5", 1250.5],
  ['1’250', 1250],
  ['１ ２５０', 1250],
])('D1 parses %s as %d', (input, value) => expect(parseDecimal(input)).toEqual({ value }))

test.each([
  ['1,250', '1,250 can mean 1.25 or 1250: write one of these'],
  ['999,000', '999,000 can mean 999 or 999000: write one of these'],
  ['1.250,5', '1.250,5 has more than one comma or point: write only the decimal sign'],
  ['1,250.5', '1,250.5 has more than one comma or point: write only the decimal sign'],
  ['1.2.3', '1.2.3 has more than one comma or point: write only the decimal sign'],
  ['abc', 'abc is not a number'],
  ['1 25', '1 25 is not a number'],
  ['1 2500', '1 2500 is not a number'],
  ['0 250', '0 250 is not a number'],
  ['1250 000', '1250 000 is not a number'],
  ["1 000'000", "1000'000 is not a number"],
  ['1e3', '1e3 is not a number'],
  ['0x10', '0x10 is not a number'],
  ['-', '- is not a number'],
  ['10²', '10² is not a number'],
  ['１＋２', '1+2 is not a number'],
  ['½', '½ is not a number'],
  ['١٬٢٥٠', '1٬250 is not a number'],
  ['１，２５０', '1,250 can mean 1.25 or 1250: write one of these'],
  ['Infinity', 'Infinity is not a number'],
])('D1 rejects %s: %s', (input, problem) => expect(parseDecimal(input)).toEqual({ problem }))

test.each([
  ['1.000', { problem: '1.000 can mean 1 or 1000: write one of these' }],
  ['1.250', { problem: '1.250 can mean 1.25 or 1250: write one of these' }],
  ['1,250', { problem: '1,250 can mean 1.25 or 1250: write one of these' }],
  ['1.000.000', { problem: '1.000.000 has more than one comma or point: write only the decimal sign' }],
  ['0.125', { value: 0.125 }],
  ['1.0', { value: 1 }],
  ['1000', { value: 1000 }],
  ['1\u202F000', { value: 1000 }],
])('D1 parses %s as a count: %j', (input, reading) => expect(parseCount(input)).toEqual(reading))

test('D1 a number with a comma has the same value as with a point, or is rejected as ambiguous', () => {
  const part = (maxLength: number) => fc.stringMatching(/^\d+$/, { maxLength })
  fc.assert(
    fc.property(part(6), part(6), (whole, fraction) => {
      const withPoint = parseDecimal(`${whole}.${fraction}`)
      expect(withPoint).toEqual({ value: Number(`${whole}.${fraction}`) })
      const withComma = parseDecimal(`${whole},${fraction}`)
      if ('value' in withComma) expect(withComma).toEqual(withPoint)
      else expect(fraction).toHaveLength(3)
    }),
  )
})
