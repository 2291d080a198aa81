import { positionLabel } from '@lims/contract/positions.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findCell } from './find-cell.ts'

const prefix = fc.oneof(fc.stringMatching(/^[A-Z]{1,2}$/), fc.stringMatching(/^\d{1,4}$/))
/** A box and one of its cells. */
const boxAndCell = fc
  .record({
    rowPrefix: prefix,
    columnPrefix: prefix,
    numberRows: fc.integer({ min: 1, max: 50 }),
    numberColumns: fc.integer({ min: 1, max: 50 }),
  })
  .chain((axes) =>
    fc.record({
      box: fc.constant({ ...axes, name: 'Box 1' }),
      cell: fc.record({
        row: fc.integer({ min: 1, max: axes.numberRows }),
        column: fc.integer({ min: 1, max: axes.numberColumns }),
      }),
    }),
  )

test('a label of a box is its cell, in any case', () => {
  fc.assert(
    fc.property(boxAndCell, ({ box, cell }) => {
      const label = positionLabel(cell, box)
      for (const text of [label, label.toLowerCase()])
        expect(findCell({ label: text }, box, undefined)).toEqual(cell)
    }),
  )
})

test('a label may be written with its parts apart, the number first, and leading zeros', () => {
  fc.assert(
    fc.property(boxAndCell, fc.constantFrom('-', ' ', ':', '/', ' - '), ({ box, cell }, separator) => {
      const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(positionLabel(cell, box)) ?? []
      fc.pre(letters !== undefined && digits !== undefined)
      const written = [`${letters}${separator}${digits}`, `${digits}${letters}`, `${letters}0${digits}`]
      for (const label of written) expect(findCell({ label }, box, undefined)).toEqual(cell)
    }),
  )
})

test.each(['0000012', '1234567', 'AAB', 'ABAB'])(
  '%j, with no sign between a row and a column, is no cell',
  (label) => {
    for (const prefix of ['1', 'A']) {
      const box = {
        name: 'Box 1',
        rowPrefix: prefix,
        columnPrefix: prefix,
        numberRows: 100,
        numberColumns: 100,
      }
      expect(findCell({ label }, box, 'rows')).toHaveProperty('problem')
    }
  },
)

test('each cell has one number, along the rows and down the columns', () => {
  fc.assert(
    fc.property(boxAndCell, ({ box, cell: { row, column } }) => {
      const along = (row - 1) * box.numberColumns + column
      const down = (column - 1) * box.numberRows + row
      expect(findCell({ label: `${along}` }, box, 'rows')).toEqual({ row, column })
      expect(findCell({ label: `0${down}` }, box, 'columns')).toEqual({ row, column })
      expect(findCell({ label: `${along}` }, box, undefined)).toHaveProperty('problem')
    }),
  )
})

test('a row and a column are found by their labels, and on an axis of letters by their numbers', () => {
  fc.assert(
    fc.property(boxAndCell, ({ box, cell }) => {
      const [row = '', column = ''] = positionLabel(cell, { ...box, columnPrefix: box.rowPrefix }).split('-')
      fc.pre(row !== column)
      const both = { ...box, columnPrefix: box.rowPrefix }
      expect(findCell({ row: row.toLowerCase(), column }, both, undefined)).toEqual(cell)
      if (!/^A{1,2}$/.test(box.rowPrefix)) return
      const byNumber = { row: `${cell.row}`, column: `0${cell.column}` }
      expect(findCell(byNumber, both, undefined)).toEqual(cell)
    }),
  )
})

test.each([
  '',
  '-',
  '0',
  'A',
  'A1B',
  '1A1',
  'A--1',
  'A1-',
  '-A1',
  'A 1 2',
  'Ä1',
  '①',
  'A1.5',
  '1,5',
  'AAAA1',
  'A1234567',
])('%j is no cell', (label) => {
  const box = { name: 'Box 1', rowPrefix: '1', columnPrefix: 'A', numberRows: 9, numberColumns: 9 }
  for (const numbers of ['rows', 'columns'] as const)
    expect(findCell({ label }, box, numbers)).toHaveProperty('problem')
  expect(findCell({ row: label, column: 'A' }, box, undefined)).toHaveProperty('problem')
})

test('a refusal says which cells the box has', () => {
  const box = { name: 'Box 1', rowPrefix: '1', columnPrefix: 'A', numberRows: 9, numberColumns: 9 }
  expect(findCell({ label: 'J1' }, box, undefined)).toEqual({
    problem: 'is not a cell of Box 1: its cells are A1 to I9',
  })
  expect(findCell({ row: 'A', column: '1' }, box, undefined)).toEqual({
    problem: "with column '1' is not a cell of Box 1: its rows are 1 to 9, its columns A to I",
  })
})

test('numbers of rows and columns may have more or fewer leading zeros than their labels', () => {
  const box = { name: 'Box 1', rowPrefix: '0001', columnPrefix: '1', numberRows: 20, numberColumns: 20 }
  for (const row of ['7', '007', '0007', '000007'])
    expect(findCell({ row, column: '0012' }, box, undefined)).toEqual({ row: 7, column: 12 })
})

test.each(['0', '10', '99', 'J', 'A9', '9A', '90', '-1', '1.0', '', 'A1'])(
  '%j is neither a row nor a column of nine',
  (name) => {
    const box = { name: 'Box 1', rowPrefix: 'A', columnPrefix: '1', numberRows: 9, numberColumns: 9 }
    expect(findCell({ row: name, column: '1' }, box, undefined)).toHaveProperty('problem')
    expect(findCell({ row: 'A', column: name }, box, undefined)).toHaveProperty('problem')
    for (const row of ['I', 'i', '9', '0009'])
      expect(findCell({ row, column: '009' }, box, undefined)).toEqual({ row: 9, column: 9 })
  },
)
