import { expect, test } from 'vitest'
import { DomainError } from '../errors/domain-error.ts'
import { cellLabel, resolveCell } from './resolve-cell.ts'

const box = { alias: 'Box 3', number_rows: 8, number_columns: 12, row_prefix: 'A', column_prefix: '1' }
const refusalOf = (wanted: Parameters<typeof resolveCell>[0]) => {
  try {
    return resolveCell(wanted, box)
  } catch (error) {
    const { code, message, field } = error as DomainError
    expect(error).toBeInstanceOf(DomainError)
    return { code, message, field }
  }
}

test('a cell is named by its coordinates, by its label, or by both', () => {
  const cell = { row: 2, column: 4 }
  expect(resolveCell({ rowCoordinate: 2, columnCoordinate: 4 }, box)).toEqual(cell)
  expect(resolveCell({ location: 'B4' }, box)).toEqual(cell)
  expect(resolveCell({ location: 'b04', rowCoordinate: 2, columnCoordinate: 4 }, box)).toEqual(cell)
  expect(resolveCell({ location: 'B4', rowCoordinate: 2 }, box)).toEqual(cell)
  expect(resolveCell({ location: 'B4', columnCoordinate: 4 }, box)).toEqual(cell)
  expect(resolveCell({ location: 'B4', rowCoordinate: null, columnCoordinate: 0 }, box)).toEqual(cell)
  expect(cellLabel(cell, box)).toBe('B4')
})

test('the last row and the last column are inside', () => {
  expect(resolveCell({ rowCoordinate: 8, columnCoordinate: 12 }, box)).toEqual({ row: 8, column: 12 })
  expect(resolveCell({ rowCoordinate: 1, columnCoordinate: 1 }, box)).toEqual({ row: 1, column: 1 })
})

test.each([
  [9, 1],
  [1, 13],
  [9, 13],
])('row %i, column %i is outside, and the error contains the size of the grid', (row, column) => {
  expect(refusalOf({ rowCoordinate: row, columnCoordinate: column })).toEqual({
    code: 'cell-outside-grid',
    message: `Row ${row}, column ${column} is outside Box 3, which has 8 rows and 12 columns.`,
    field: undefined,
  })
})

test('a label that is no cell, or none at all, is refused with the first and the last cell', () => {
  expect(refusalOf({ location: 'I1' })).toEqual({
    code: 'cell-unknown',
    message: "'I1' is not a cell of Box 3; its cells are A1 to H12.",
    field: 'location',
  })
  for (const wanted of [{}, { rowCoordinate: 2 }, { columnCoordinate: 4 }, { location: '' }]) {
    expect(refusalOf(wanted)).toEqual({
      code: 'cell-unknown',
      message: 'Please input location: a cell of Box 3, A1 to H12.',
      field: 'location',
    })
  }
})

test.each([
  [{ rowCoordinate: 3 }, 'row 3'],
  [{ columnCoordinate: 5 }, 'column 5'],
  [{ rowCoordinate: 3, columnCoordinate: 4 }, 'row 3, column 4'],
  [{ rowCoordinate: 2, columnCoordinate: 5 }, 'row 2, column 5'],
])('a label beside coordinates of another cell is refused: %j', (coordinates, given) => {
  expect(refusalOf({ location: 'B4', ...coordinates })).toEqual({
    code: 'request-invalid',
    message: `location 'B4' and ${given} are not the same cell of Box 3. Send one of them.`,
    field: 'location',
  })
  expect(refusalOf({ location: 'Z9', ...coordinates })).toMatchObject({ code: 'request-invalid' })
})
