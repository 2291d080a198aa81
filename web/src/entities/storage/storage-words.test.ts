import { expect, test } from 'vitest'
import { heldOf } from './storage-words.ts'

test('large numbers of cells are told with separators', () => {
  expect(heldOf({ occupied: 1200, capacity: 2500 })).toBe('1,200 of 2,500')
})
