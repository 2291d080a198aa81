import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
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
  [
    { parent_id: 1, userId: 2 },
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

test('the keys inside metadata are left as they are', () => {
  const metadata = { my_key: { a_b: 1 }, myKey: 2 }
  expect(folded({ metadata })).toEqual({ metadata })
})

test('values that are not objects, and files, are left as they are', () => {
  const file = new Uint8Array([1, 2])
  for (const value of [null, undefined, 1, 'a_b', true, file]) expect(folded(value)).toBe(value)
})

test.each([
  ['_'.repeat(3), '_'.repeat(3)],
  ['a__', 'a__'],
  ['__a', 'A'],
  ['a__b_ÿ_c', 'aB_ÿC'],
])('the key %s is read as %s', (key, read) => {
  expect(folded({ [key]: 1 })).toEqual({ [read]: 1 })
})

test('A1 a key of underscores is folded about as fast as a key of letters', async () => {
  const length = 60_000
  const [letters, underscores] = ['a_'.repeat(length / 2), '_'.repeat(length)]
  await expectTimesAsLong({
    base: () => folded({ [letters]: 1 }),
    work: () => folded({ [underscores]: 1 }),
    atMostTimes: 50,
  })
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
