import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCodeOfStorage, parseStorageCode, storageCode, storageLabelScanned } from './storage-code.ts'

test('the code of a storage is read back, in any case and with blanks around it', () => {
  expect(storageCode(12)).toBe('STO0000012')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (id) => {
      expect(parseStorageCode(` ${storageCode(id).toLowerCase()} `)).toBe(id)
    }),
  )
})

test.each(['T0001230', 'STO12', 'STO00000012345', 'STO2147483648', 'XSTO0000012', ''])(
  '%j is no code of a storage',
  (code) => {
    expect(parseStorageCode(code)).toBeUndefined()
  },
)

test('a number that no storage can have is no code of a storage', () => {
  expect(parseStorageCode('STO2147483647')).toBe(2_147_483_647)
  expect(parseStorageCode('STO2147483648')).toBeUndefined()
  expect(parseStorageCode('STO9999999999')).toBeUndefined()
})

test.each([
  ['sto0000012', true],
  ['Box 3', true],
  ['box3', true],
  ['STO0000013', false],
  ['Box 33', false],
  ['', false],
])('%j is a code of the storage 12, Box 3: %j', (code, isCode) => {
  expect(isCodeOfStorage(code, { id: 12, alias: 'Box 3' })).toBe(isCode)
})

test('a name is a code of its storage, however its accents are stored', () => {
  expect(isCodeOfStorage('cafe\u0301box', { id: 12, alias: 'Café box' })).toBe(true)
  expect(isCodeOfStorage('Serum 1-50', { id: 12, alias: 'Serum 1–50' })).toBe(true)
  expect(isCodeOfStorage('Freezer -80', { id: 12, alias: 'Freezer −80' })).toBe(true)
  expect(isCodeOfStorage('Café box', { id: 12, alias: 'Cafe\u0301 box' })).toBe(true)
})

test('the label of a storage, scanned in place of a tube, is named in the refusal', () => {
  expect(storageLabelScanned('sto0000012')).toBe('STO0000012 is the label of a storage. Please scan a tube.')
  expect(storageLabelScanned('STO0000012', 'Box 3')).toBe(
    'STO0000012 is the label of a storage, Box 3. Please scan a tube.',
  )
})
