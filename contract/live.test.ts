import { expect, test } from 'vitest'
import { everythingChanged, mergeChanges } from './live.ts'

test('two changes told as one name what both name', () => {
  expect(mergeChanges({ storages: [1, 2] }, { storages: [2, 3], samples: true })).toEqual({
    storages: [1, 2, 3],
    samples: true,
  })
  expect(mergeChanges({}, { batches: true })).toEqual({ batches: true })
  expect(mergeChanges({ storages: [1] }, everythingChanged)).toEqual(everythingChanged)
})

test('too many storages to name are all', () => {
  const half = (first: number) => ({ storages: Array.from({ length: 101 }, (_, index) => first + index) })
  expect(mergeChanges(half(1), half(1000))).toEqual({ storages: 'all' })
  expect(mergeChanges(half(1), half(1))).toEqual(half(1))
})
