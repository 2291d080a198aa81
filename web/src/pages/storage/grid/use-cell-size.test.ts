import { expect, test } from 'vitest'
import { cellSize } from './use-cell-size.ts'

const boxRow = 42
const fineRow = 24

test('a cell loses its type first, then the room beside its sign, and its digits last', () => {
  expect([70, 60, 40, 36].map((width) => cellSize(width, boxRow))).toEqual([
    'roomy',
    'line',
    'stack',
    'small',
  ])
})

test('of two boxes side by side both keep the digits, if need be by scrolling', () => {
  expect([39, 32, 28].map((width) => cellSize(width, boxRow))).toEqual(['stack', 'small', 'small'])
})

test('a box on a phone, and a grid of many rows, show signs: there the whole is what one looks at', () => {
  expect(cellSize(22, boxRow)).toBe('sign')
  expect(cellSize(39, fineRow)).toBe('sign')
})
