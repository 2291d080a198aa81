import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatMicrolitres,
  formatMillilitres,
  Millilitres,
  takeOff,
  toMillilitres,
  toNanolitres,
  tooLittleVolume,
} from './volume.ts'

test('0.01 mL is shown as 10 µL in the sample dialog', () => {
  expect(formatMillilitres(0.01)).toBe('0.01 mL')
  expect(formatMicrolitres(0.01)).toBe('10 µL')
})

test.each([
  [0, 0],
  [2, 2_000_000],
  [0.01, 10_000],
  [0.1 + 0.2, 300_000],
  [0.000001, 1],
  [1000.5, 1_000_500_000],
])('%d mL is %i nL', (volumeMl, volumeNl) => {
  expect(toNanolitres(volumeMl)).toBe(volumeNl)
})

test.each([
  [-0.1, 'Volume must be 0 mL or more'],
  [Number.NaN, 'Volume must be 0 mL or more'],
  [Number.POSITIVE_INFINITY, 'Volume must be at most 1,000,000 mL'],
  [1e300, 'Volume must be at most 1,000,000 mL'],
  [0.0000001, 'Volume must be a multiple of 0.000001 mL'],
  [2.0000005, 'Volume must be a multiple of 0.000001 mL'],
])('rejects %d mL', (volumeMl, message) => {
  expect(() => toNanolitres(volumeMl)).toThrow(message)
})

test('converts every volume up to 1,000 L to millilitres and back without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (volumeNl) => {
      expect(toNanolitres(toMillilitres(volumeNl))).toBe(volumeNl)
    }),
  )
})

test.each([
  [10, '10 mL', '10000 µL'],
  [1234.5, '1234.5 mL', '1234500 µL'],
  [0.000001, '0.000001 mL', '0.001 µL'],
  [0, '0 mL', '0 µL'],
])('formats %d mL as %s and %s', (volumeMl, inMl, inUl) => {
  expect(formatMillilitres(volumeMl)).toBe(inMl)
  expect(formatMicrolitres(volumeMl)).toBe(inUl)
})

test('E13 what is left of a parent is exact, also where millilitres in binary are not', () => {
  const share = { count: 3, volume: 0.1, loss: 0.000001 }
  expect(takeOff(0.3, share)).toEqual({ takenNl: 300_001, leftNl: -1 })
  expect(takeOff(0.3, { ...share, loss: 0 })).toEqual({ takenNl: 300_000, leftNl: 0 })
})

test('E13 a parent with too little volume says what is left and what would be taken', () => {
  expect(tooLittleVolume('NB-1', 0.3, { count: 3, volume: 0.1, loss: 0.000001 })).toBe(
    'NB-1 has only 0.3 mL left: 3 × 0.1 mL and 0.000001 mL of loss are 0.300001 mL.',
  )
  expect(tooLittleVolume('NB-1', 2, { count: 3, volume: 0.7, loss: 0 })).toBe(
    'NB-1 has only 2 mL left: 3 × 0.7 mL are 2.1 mL.',
  )
})

test('the description of the API names the unit of each volume', () => {
  expect(Millilitres.description).toBe('Millilitres')
})
