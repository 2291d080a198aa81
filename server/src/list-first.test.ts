import { expect, test } from 'vitest'
import { listFirst } from './list-first.ts'

test('the first texts are joined, and the others counted', () => {
  expect(listFirst(['A'])).toBe('A')
  expect(listFirst(['A', 'B'], { max: 2 })).toBe('A, B')
  expect(listFirst(['A', 'B', 'C'], { max: 2 })).toBe('A, B and 1 more')
  expect(listFirst(['A', 'B', 'C'], { max: 2, separator: '; ' })).toBe('A; B; and 1 more')
  expect(listFirst(['A is.', 'B is.', 'C is.'], { max: 2, separator: ' ' })).toBe('A is. B is. and 1 more')
  expect(listFirst(Array(1235).fill('A'), { max: 1 })).toBe('A and 1,234 more')
})
