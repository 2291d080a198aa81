import { expect, test } from 'vitest'
import { type Axes, parseAxis, parsePositionLabel, positionLabel } from './positions.ts'

const box: Axes = { rowPrefix: '1', columnPrefix: 'A', numberRows: 9, numberColumns: 9 }

test.each(['4B4', '-B4', '.B4', 'B4B'])('%j has more than one label in it and names no cell', (label) => {
  expect(parsePositionLabel(label, box)).toBeUndefined()
})

test('an axis of digits knows its first number and how many digits to show', () => {
  expect(parseAxis('08')).toEqual({ kind: 'digits', first: 8, width: 2 })
  expect(parseAxis('ab')).toEqual({ kind: 'letters', first: 28, width: 0 })
})

test.each([
  ['?', 'A'],
  ['1', '?'],
  ['', ''],
])('a grid with the prefixes %j and %j has no labels', (rowPrefix, columnPrefix) => {
  const axes = { ...box, rowPrefix, columnPrefix }
  const message = `'${rowPrefix}' and '${columnPrefix}' are not valid axis prefixes`
  expect(() => positionLabel({ row: 1, column: 1 }, axes)).toThrow(new RangeError(message))
  expect(() => parsePositionLabel('A1', axes)).toThrow(new RangeError(message))
})
