import { expect, test } from 'vitest'
import { everythingChanged, mergeChanges } from './live.ts'

test('merges two changes into one that covers both', () => {
  expect(mergeChanges({ storages: [1, 2] }, { storages: [2, 3], samples: true })).toEqual({
    storages: [1, 2, 3],
    samples: true,
  })
  expect(mergeChanges({}, { batches: true })).toEqual({ batches: true })
  expect(mergeChanges({ storages: [1] }, everythingChanged)).toEqual(everythingChanged)
})

test('replaces more than 200 storage ids by all', () => {
  const half = (first: number) => ({ storages: Array.from({ length: 101 }, (_, index) => first + index) })
  expect(mergeChanges(half(1), half(1000))).toEqual({ storages: 'all' })
  expect(mergeChanges(half(1), half(1))).toEqual(half(1))
})
