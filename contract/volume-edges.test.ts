import { expect, test } from 'vitest'
import { maxVolumeMl, toNanolitres } from './volume.ts'

test('a volume is at most 1,000 litres', () => {
  expect(maxVolumeMl).toBe(1_000_000)
})

test('a part of a nanolitre is refused beside any volume', () => {
  for (const whole of ['0', '1', '99999', '500000', '999999']) {
    expect(() => toNanolitres(Number(`${whole}.0000004`)), whole).toThrow('multiple of 0.000001 mL')
    expect(toNanolitres(Number(`${whole}.000004`))).toBe(Number(whole) * 1e6 + 4)
  }
})

test('the largest volume in whole nanolitres is taken, and the next one is too large', () => {
  expect(toNanolitres(9_007_199_254.74099)).toBe(9_007_199_254_740_990)
  expect(() => toNanolitres(9_007_199_254.740992)).toThrow('Volume must be at most 1,000,000 mL')
})
