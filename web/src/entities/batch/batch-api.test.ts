import { expect, test } from 'vitest'
import { countArrived } from './batch-api.ts'

test('every sample past UNKNOWN and COLLECTED has arrived', () => {
  const byStatus = { UNKNOWN: 10, COLLECTED: 3, RECEIVED: 12, QC_FAIL: 5 }
  expect(countArrived({ numSamples: 30, byStatus })).toEqual({ arrived: 17, total: 30 })
  expect(countArrived({ numSamples: 30, byStatus: {} })).toEqual({ arrived: 30, total: 30 })
})

test('children, which are made in the laboratory, neither arrive nor are missing', () => {
  const byStatus = { UNKNOWN: 61, RECEIVED: 30 }
  const children = { total: 60, byStatus: { UNKNOWN: 60 } }
  expect(countArrived({ numSamples: 91, byStatus, children })).toEqual({ arrived: 30, total: 31 })
  const later = { UNKNOWN: 40, RECEIVED: 30, PROCESSED: 21 }
  const rest = { total: 60, byStatus: { UNKNOWN: 40, PROCESSED: 20 } }
  expect(countArrived({ numSamples: 91, byStatus: later, children: rest })).toEqual({
    arrived: 31,
    total: 31,
  })
})
