import { expect, test } from 'vitest'
import { formatOccupancy } from './storage-text.ts'

test('large numbers of cells are shown with separators', () => {
  expect(formatOccupancy({ occupied: 1200, capacity: 2500 })).toBe('1,200 of 2,500')
})
