import { expect, test } from 'vitest'
import { maxVolumeMl, toNanolitres } from './volume.ts'

test('a volume is at most 1,000 litres', () => {
  expect(maxVolumeMl).toBe(1_000_000)
})

test('the largest volume in whole nanolitres is taken, and the next one is too large', () => {
  expect(toNanolitres(9_007_199_254.74099)).toBe(9_007_199_254_740_990)
  expect(() => toNanolitres(9_007_199_254.740992)).toThrow('Volume must be at most 1,000,000 mL')
})
