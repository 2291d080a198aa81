import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded } from './fold-parameters.ts'

test.each([
  [
    { sample_id: 'a', new_status: 'b' },
    { sampleId: 'a', newStatus: 'b' },
  ],
  [{ sampleId: 'a' }, { sampleId: 'a' }],
  [
    { sample_location: { storage_id: 1, row_coordinate: 2 } },
    { sampleLocation: { storageId: 1, rowCoordinate: 2 } },
  ],
  [{ tube_types: [{ tube_type: 'EDTA' }] }, { tubeTypes: [{ tubeType: 'EDTA' }] }],
  [[{ a_b: 1 }], [{ aB: 1 }]],
  [
    { parentID: 1, userID: 2 },
    { parentID: 1, userID: 2 },
  ],
])('API-SAMP-16 %j is read as %j', (given, read) => {
  expect(folded(given)).toEqual(read)
})

test.each([
  { sample_id: 'snake', sampleId: 'camel' },
  { sampleId: 'camel', sample_id: 'snake' },
])('given in both spellings, camelCase counts, wherever it stands: %j', (given) => {
  expect(folded(given)).toEqual({ sampleId: 'camel' })
})

test('what lies in metadata is the user’s own', () => {
  const metadata = { my_key: { a_b: 1 }, myKey: 2 }
  expect(folded({ metadata })).toEqual({ metadata })
})

test('values that are no objects, and files, pass as they are', () => {
  const file = new Uint8Array([1, 2])
  for (const value of [null, undefined, 1, 'a_b', true, file]) expect(folded(value)).toBe(value)
})

test('twenty levels are read, one more is refused', () => {
  const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  expect(folded(nested(20))).toEqual(nested(20))
  expect(() => folded(nested(21))).toThrow('The request is nested deeper than 20 levels.')
})

test('folding twice is folding once, and no key that objects bring with them is touched', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string({ unit: fc.constantFrom(...'ab_A1'), maxLength: 8 }),
        fc.jsonValue({ maxDepth: 3 }),
      ),
      (given) => {
        const once = folded(given)
        expect(folded(once)).toEqual(once)
        expect(Object.getPrototypeOf(once)).toBe(Object.prototype)
      },
    ),
  )
})
