import { expect, test } from 'vitest'
import { joinTexts } from './join-texts.ts'

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G']

test.each([
  ['all that fit', joinTexts(letters.slice(0, 5)), 'A, B, C, D, E'],
  ['none', joinTexts([]), ''],
  ['the first, and how many more there are', joinTexts(letters), 'A, B, C, D, E and 2 more'],
  ['fewer', joinTexts(letters, { max: 1 }), 'A and 6 more'],
  ['clauses', joinTexts(letters, { separator: '; ', max: 2 }), 'A; B; and 5 more'],
  ['sentences', joinTexts(['A.', 'B.', 'C.'], { separator: ' ', max: 2 }), 'A. B. and 1 more'],
  ['a part of very many', joinTexts(['A', 'B'], { total: 1302 }), 'A, B and 1,300 more'],
])('joins %s', (_, joined, expected) => {
  expect(joined).toBe(expected)
})
