import { expect, test } from 'vitest'
import { cellSize } from './use-cell-size.ts'

const boxRow = 42
const fineRow = 24

test('a narrower cell first loses the type, then puts the sign above the digits, then uses small type', () => {
  expect([70, 60, 40, 36].map((width) => cellSize(width, boxRow))).toEqual([
    'roomy',
    'line',
    'stack',
    'small',
  ])
})

test('two boxes side by side keep their digits, and scroll if they must', () => {
  expect([39, 32, 28].map((width) => cellSize(width, boxRow))).toEqual(['stack', 'small', 'small'])
})

test('a box on a phone and a grid of many rows show only signs', () => {
  expect(cellSize(22, boxRow)).toBe('sign')
  expect(cellSize(39, fineRow)).toBe('sign')
})
