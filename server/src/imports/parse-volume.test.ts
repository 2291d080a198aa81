import { expect, test } from 'vitest'
import {
  hasDecimalComma,
  hasDecimalPoint,
  isAmbiguousVolume,
  isGroupedByPoint,
  isVolumeUnit,
  needsUnit,
  parseVolumeMl,
} from './parse-volume.ts'

test.each([
  ['2', 2],
  ['0,5', 0.5],
  ['0.5', 0.5],
  ['.5', 0.5],
  [',25', 0.25],
  ['5.', 5],
  ['12', 12],
  ['12.50', 12.5],
  ['+1', 1],
  ['-1', -1],
  ['2ml', 2],
  ['2 mL', 2],
  ['2  ML', 2],
  ['10 µL', 0.01],
  ['10 μl', 0.01],
  ['10uL', 0.01],
  ['1e3', 1000],
  ['1E-3', 0.001],
  ['1.5e+12', 1.5e12],
  ['1.000,5', 1000.5],
  ['1,000.5 mL', 1000.5],
  ['-1.000.000,25', -1_000_000.25],
  ['12,345,678.000', 12_345_678],
  ['1 000', 1000],
  ['1 000,5', 1000.5],
  ['-12 345 678.25 µL', -12_345.678_25],
  ["1'000.5 mL", 1000.5],
  ['1’000', 1000],
])('in a column of millilitres %s is %d mL', (cell, volumeMl) => {
  expect(parseVolumeMl(cell, 'volume')).toBe(volumeMl)
})

test.each([
  ['250', 0.25],
  ['0,5', 0.0005],
  ['2 mL', 2],
  ['10 µL', 0.01],
  ['10.000000000000002', 0.01],
])('in a column of microlitres %s is %d mL', (cell, volumeMl) => {
  expect(parseVolumeMl(cell, 'volumeUl')).toBe(volumeMl)
})

test.each([
  '',
  'two',
  '1 2',
  '1234 567',
  '1234.000,5',
  '1 00',
  '0 100',
  '1 0000',
  '1 000 00',
  '1 000 0000',
  "1 000'000",
  '1 000,5 00',
  '1.2.3',
  '1,2,3',
  '2 l',
  '2 mL x',
  'x 2',
  'ml',
  'e3',
  '1e',
  '.',
  ',',
  '1e3.5',
  '--1',
  '1.000,5.5',
  '1.000,5,5',
  '1.00,5',
  '1.0000,5',
  '0.100,5',
  '1,000.000,5',
  '1.000.000',
])('%j is no volume', (cell) => {
  expect(parseVolumeMl(cell, 'volume')).toBeNaN()
})

test.each(['1,000', '12,345', '999,999', '-1,000', '+1,000', '1,000 µL'])('%s has two readings', (cell) => {
  expect(isAmbiguousVolume(cell)).toBe(true)
})

test.each(['0,125', '1,00', '1,0000', '1234,567', '1.000', 'a1,000', '1,00a', '01,000', '1000'])(
  '%s has one reading',
  (cell) => {
    expect(isAmbiguousVolume(cell)).toBe(false)
  },
)

test.each(['1.000,5', '1.000,500', '1,000.5', '1,000.500 µL', '12,345,678.000'])(
  '%s has both signs, and so one reading',
  (cell) => {
    expect([isAmbiguousVolume(cell), isGroupedByPoint(cell)]).toEqual([false, false])
    expect(hasDecimalComma(cell)).toBe(cell.startsWith('1.000'))
    expect(hasDecimalPoint(cell)).toBe(!cell.startsWith('1.000'))
    expect(needsUnit(cell)).toBe(!cell.endsWith('L'))
  },
)

test.each(['1 000,500', "1'000.500"])(
  '%s has spaces or apostrophes between its groups, and so one reading',
  (cell) => {
    expect([isAmbiguousVolume(cell), isGroupedByPoint(cell), needsUnit(cell)]).toEqual([false, false, true])
    expect([hasDecimalComma(cell), hasDecimalPoint(cell)]).toEqual([cell.includes(','), cell.includes('.')])
  },
)

test.each(['1.000', '12.345', '999.999', '-1.000', '+1.000', '1.000 µL'])(
  '%s has groups of digits where the decimal sign is a comma',
  (cell) => {
    expect(isGroupedByPoint(cell)).toBe(true)
  },
)

test.each(['0.125', '1.00', '1.0000', '1234.567', '1,000', 'a1.000', '1.00a', '01.000', '1000'])(
  '%s has no groups of digits',
  (cell) => {
    expect(isGroupedByPoint(cell)).toBe(false)
  },
)

test.each(['0,5', '-0,5', '1,5 mL', '0,125', '1,00', ',5', '1234,567'])('%s has a decimal comma', (cell) => {
  expect(hasDecimalComma(cell)).toBe(true)
})

test.each(['0.5', '5', '1,000', '1,000 µL', '1,2,3', 'plasma, 2', '', ','])(
  '%j has no certain decimal comma',
  (cell) => {
    expect(hasDecimalComma(cell)).toBe(false)
  },
)

test('a unit of volumes is mL or µL alone', () => {
  for (const unit of ['mL', 'ML', 'µL', 'μl', 'uL']) expect([unit, isVolumeUnit(unit)]).toEqual([unit, true])
  for (const text of ['', 'L', 'mL of plasma', 'about µL', '5 mL']) {
    expect([text, isVolumeUnit(text)]).toEqual([text, false])
  }
})
