import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Axes,
  axisLabels,
  type Cell,
  cellKey,
  cellOfKey,
  cellsOf,
  freeCells,
  isSameCell,
  parseAxis,
  parsePositionLabel,
  positionLabel,
} from './positions.ts'

const axes = (rowPrefix: string, columnPrefix: string, numberRows = 8, numberColumns = 12): Axes => ({
  rowPrefix,
  columnPrefix,
  numberRows,
  numberColumns,
})

describe('default axes, rows 1 and columns A', () => {
  const box = axes('1', 'A', 30, 30)

  test.each([
    [1, 1, 'A1'],
    [1, 2, 'B1'],
    [2, 1, 'A2'],
    [9, 26, 'Z9'],
    [1, 27, 'AA1'],
    [30, 30, 'AD30'],
  ])('GRID-02 GRID-03 row %i, column %i is %s', (row, column, label) => {
    expect(positionLabel({ row, column }, box)).toBe(label)
    expect(parsePositionLabel(label, box)).toEqual({ row, column })
  })

  test.each(['b4', ' B4 ', 'B04', 'B0004'])('parses %j as B4', (label) => {
    expect(parsePositionLabel(label, box)).toEqual({ row: 4, column: 2 })
  })

  test.each([
    '',
    'B',
    '4',
    '4B',
    'B-4',
    'B4x',
    'B 4',
    'AE1',
    'A31',
    'A0',
    'A-1',
    'Ä1',
    'A1.5',
    '１',
    'AAAA1',
  ])('%j is not a cell of the grid', (label) => {
    expect(parsePositionLabel(label, box)).toBeUndefined()
  })
})

test('SBS plates: rows A, columns 1', () => {
  const plate = axes('A', '1')
  expect(positionLabel({ row: 2, column: 4 }, plate)).toBe('B4')
  expect(parsePositionLabel('H12', plate)).toEqual({ row: 8, column: 12 })
  expect(parsePositionLabel('I1', plate)).toBeUndefined()
})

test('joins row and column by a hyphen if both are numbers or both are letters', () => {
  expect(positionLabel({ row: 2, column: 12 }, axes('1', '1'))).toBe('2-12')
  expect(positionLabel({ row: 2, column: 3 }, axes('A', 'A'))).toBe('B-C')
  expect(parsePositionLabel('2-12', axes('1', '1'))).toEqual({ row: 2, column: 12 })
  expect(parsePositionLabel('212', axes('1', '1'))).toBeUndefined()
})

test('labels of an axis start at its prefix and keep its leading zeros', () => {
  expect(axisLabels('Y', 4)).toEqual(['Y', 'Z', 'AA', 'AB'])
  expect(axisLabels('AZ', 2)).toEqual(['AZ', 'BA'])
  expect(axisLabels('9', 3)).toEqual(['9', '10', '11'])
  expect(axisLabels('08', 3)).toEqual(['08', '09', '10'])
  expect(axisLabels('0', 2)).toEqual(['0', '1'])
  expect(axisLabels('b', 2)).toEqual(['B', 'C'])
})

test.each(['', ' ', 'A1', '1A', 'AAA', '12345', '-1', 'Ä', '1.5', 'R-'])(
  '%j is not a valid axis prefix',
  (prefix) => {
    expect(parseAxis(prefix)).toBeUndefined()
    expect(axisLabels(prefix, 3)).toEqual([])
  },
)

const letters = fc.string({ unit: fc.constantFrom(...'ABYZabyz'), minLength: 1, maxLength: 2 })
const digits = fc.string({ unit: fc.constantFrom(...'0159'), minLength: 1, maxLength: 4 })
const anyAxes = fc.record({
  rowPrefix: fc.oneof(letters, digits),
  columnPrefix: fc.oneof(letters, digits),
  numberRows: fc.integer({ min: 1, max: 50 }),
  numberColumns: fc.integer({ min: 1, max: 50 }),
})

test('for any axes, each cell has a unique label that is parsed back to the cell', () => {
  fc.assert(
    fc.property(anyAxes, (axes) => {
      const labels = new Set<string>()
      for (let row = 1; row <= axes.numberRows; row++) {
        for (let column = 1; column <= axes.numberColumns; column++) {
          const label = positionLabel({ row, column }, axes)
          expect(parsePositionLabel(label, axes)).toEqual({ row, column })
          expect(parsePositionLabel(label.toLowerCase(), axes)).toEqual({ row, column })
          labels.add(label)
        }
      }
      expect(labels.size).toBe(axes.numberRows * axes.numberColumns)
    }),
    { numRuns: 60 },
  )
})

test('no text is parsed as a cell outside the grid', () => {
  const label = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.string({ unit: fc.constantFrom(...'AZaz09-'), maxLength: 8 }),
  )
  fc.assert(
    fc.property(label, anyAxes, (text, axes) => {
      const cell = parsePositionLabel(text, axes)
      if (!cell) return
      expect(cell.row).toBeGreaterThanOrEqual(1)
      expect(cell.row).toBeLessThanOrEqual(axes.numberRows)
      expect(cell.column).toBeGreaterThanOrEqual(1)
      expect(cell.column).toBeLessThanOrEqual(axes.numberColumns)
    }),
    { numRuns: 2000 },
  )
})

test('the cells of a grid come row by row', () => {
  const cells = cellsOf({ numberRows: 2, numberColumns: 3 })
  expect(cells.map(({ row, column }) => `${row}-${column}`)).toEqual([
    '1-1',
    '1-2',
    '1-3',
    '2-1',
    '2-2',
    '2-3',
  ])
})

const inWords = (cells: Iterable<Cell>) =>
  Array.from(cells, ({ row, column }) => `${row}-${column}`).join(' ')

test('the cells that are free come row by row or column by column, without those that are taken', () => {
  const grid = { numberRows: 2, numberColumns: 3 }
  const taken = new Set([cellKey({ row: 1, column: 2 })])
  expect(inWords(freeCells(grid, taken))).toBe('1-1 1-3 2-1 2-2 2-3')
  expect(inWords(freeCells(grid, taken, 'rows'))).toBe('1-1 1-3 2-1 2-2 2-3')
  expect(inWords(freeCells(grid, taken, 'columns'))).toBe('1-1 2-1 2-2 1-3 2-3')
  expect(inWords(freeCells(grid, new Set(cellsOf(grid).map(cellKey))))).toBe('')
})

test('two cells are the same if both the row and the column are', () => {
  expect(isSameCell({ row: 1, column: 2 }, { row: 1, column: 2 })).toBe(true)
  expect(isSameCell({ row: 1, column: 2 }, { row: 1, column: 3 })).toBe(false)
  expect(isSameCell({ row: 1, column: 2 }, { row: 2, column: 2 })).toBe(false)
  expect(isSameCell({ row: 1, column: 2 }, { row: 2, column: 1 })).toBe(false)
})

test('the key of a cell gives the cell back', () => {
  expect(cellKey({ row: 2, column: 13 })).toBe('2,13')
  expect(cellOfKey('2,13')).toEqual({ row: 2, column: 13 })
})
