import { expect, test } from 'vitest'
import { fullnessOf } from './fullness.ts'

test.each([
  [0, 100, '0 %'],
  [60, 100, '60 %'],
  [1, 3, '33 %'],
  [81, 81, '100 %'],
  [1995, 2000, '99 %'],
  [4, 1000, '1 %'],
  [0, 0, '0 %'],
])('GRID-05 %i of %i cells is %s', (occupied, capacity, text) => {
  expect(fullnessOf({ occupied, capacity }).text).toBe(text)
})

test.each([
  [80, 100, '80 %', false],
  [81, 100, '81 %', true],
  [2000, 2500, '80 %', false],
  [2001, 2500, '80.04 %', true],
  [1999, 2500, '79.96 %', false],
  [40_001, 50_000, '80.01 %', true],
  [39_999, 50_000, '79.99 %', false],
])('GRID-06 %i of %i cells, %s: red only above 80 (%s)', (occupied, capacity, text, isHigh) => {
  expect(fullnessOf({ occupied, capacity })).toMatchObject({ text, isHigh })
})
