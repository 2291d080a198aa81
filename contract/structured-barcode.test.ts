import { expect, test } from 'vitest'
import { structuredBarcode } from './structured-barcode.ts'

const id = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'

test('SAMPD-04 joins site, subject, visit number and 001', () => {
  const sample = { id, siteId: 'SITE007', subjectId: 'P004', visitId: '2' }
  expect(structuredBarcode(sample)).toBe('SITE007-P004-2-001')
})

test.each([
  ['V3', '3'],
  ['v12', '12'],
  ['V', '1'],
  ['VA', 'A'],
  ['V2b', '2b'],
  ['4', '4'],
  ['Visit 2', 'Visit 2'],
  ['visite 1', 'visite 1'],
  ['VORBESUCH', 'VORBESUCH'],
  ['', '1'],
  [null, '1'],
])('SAMPD-05 visit %j has number %s', (visitId, number) => {
  expect(structuredBarcode({ id, visitId }).split('-')[2]).toBe(number)
})

test('SAMPD-06 SAMPD-07 SAMPD-08 defaults to SITE001 and to P with the first 5 characters of the id', () => {
  expect(structuredBarcode({ id })).toBe('SITE001-P7f9c2-1-001')
  expect(structuredBarcode({ id, siteId: '', subjectId: null })).toBe('SITE001-P7f9c2-1-001')
})

test('SAMPD-08 does not shorten a subject id', () => {
  expect(structuredBarcode({ id, subjectId: 'MEM-LU-B-P006' })).toBe('SITE001-MEM-LU-B-P006-1-001')
})
