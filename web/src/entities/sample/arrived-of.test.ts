import { expect, test } from 'vitest'
import { arrivedOf } from './arrived-of.ts'

test('whatever is past UNKNOWN and COLLECTED has arrived', () => {
  const byStatus = { UNKNOWN: 10, COLLECTED: 3, RECEIVED: 12, QC_FAIL: 5 }
  expect(arrivedOf({ numSamples: 30, byStatus })).toBe(17)
  expect(arrivedOf({ numSamples: 30, byStatus: {} })).toBe(30)
})
