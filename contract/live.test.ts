import { expect, test } from 'vitest'
import { bothChanges, everythingChanged } from './live.ts'

test('two changes told as one name what both name', () => {
  expect(bothChanges({ storages: [1, 2] }, { storages: [2, 3], samples: true })).toEqual({
    storages: [1, 2, 3],
    samples: true,
  })
  expect(bothChanges({}, { batches: true })).toEqual({ batches: true })
  expect(bothChanges({ storages: [1] }, everythingChanged)).toEqual(everythingChanged)
})

test('too many storages to name are all', () => {
  const half = (first: number) => ({ storages: Array.from({ length: 101 }, (_, index) => first + index) })
  expect(bothChanges(half(1), half(1000))).toEqual({ storages: 'all' })
  expect(bothChanges(half(1), half(1))).toEqual(half(1))
})
