import { Custody } from '@lims/contract/custody.ts'
import type { StockTakeScan } from '@lims/contract/stock-takes.ts'
import { expect, test } from 'vitest'
import { describeResult, describeScan, noteOfScan } from './stock-take-words.ts'

const sample = { id: '0197', name: 'NB-1', alias: 'T0000001' }
const scan: Omit<StockTakeScan, 'sample'> = {
  code: 'T0000001',
  result: 'not-recorded',
  recordedPlace: null,
  position: null,
  isRepeat: false,
  countedBefore: null,
  countedLater: null,
}

test('a tube that is not in its box is named by its custody, as elsewhere', () => {
  const described = Custody.options.map((custody) =>
    describeScan({ ...scan, sample: { ...sample, custody } }),
  )
  expect(described).toEqual([
    'present, but recorded as without a place',
    'present, but recorded as reserved',
    'present, but recorded as checked out',
    'present, but recorded as missing',
    'present, but recorded as quarantined',
    'present, but recorded as depleted',
    'present, but recorded as disposed of',
  ])
})

test.each([
  ['unknown-code', 1, '1 unknown code'],
  ['unknown-code', 2, '2 unknown codes'],
  ['in-place', 1, '1 where it should be'],
  ['missing', 1200, '1,200 missing'],
] as const)('%s, %i times, is %s', (result, count, text) => {
  expect(describeResult(result, count)).toBe(text)
})

test('names that are written from right to left are isolated in the paths of a scan', () => {
  const path = 'מקפיא 1 › Box 2'
  const shown = '\u2068מקפיא 1\u2069 › \u2068Box 2\u2069'
  const elsewhere = { ...scan, sample: null }
  expect([
    describeScan({ ...elsewhere, result: 'other-place', recordedPlace: path }),
    noteOfScan({ ...elsewhere, countedBefore: path }),
    noteOfScan({ ...elsewhere, countedLater: path }),
  ]).toEqual([
    `belongs to ${shown}`,
    `was counted in ${shown} before, and counts here now`,
    `was scanned later in ${shown}, and counts there`,
  ])
})
