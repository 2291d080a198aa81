import { Custody } from '@lims/contract/custody.ts'
import type { StockTakeScan } from '@lims/contract/stock-takes.ts'
import { expect, test } from 'vitest'
import { describeScan } from './stock-take-words.ts'

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
