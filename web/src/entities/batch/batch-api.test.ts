import { expect, test } from 'vitest'
import { countArrived } from './batch-api.ts'

test('every sample past UNKNOWN and COLLECTED has arrived', () => {
  const byStatus = { UNKNOWN: 10, COLLECTED: 3, RECEIVED: 12, QC_FAIL: 5 }
  expect(countArrived({ numSamples: 30, byStatus })).toBe(17)
  expect(countArrived({ numSamples: 30, byStatus: {} })).toBe(30)
})
