import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextFreeCell } from './next-cell.ts'

const size = { numberRows: 2, numberColumns: 3 }
const held = (row: number, column: number) => ({ rowCoordinate: row, columnCoordinate: column })

test('goes along the rows or down the columns', () => {
  const first = [held(1, 1)]
  expect(nextFreeCell(size, first, [], 'rows')).toEqual({ row: 1, column: 2 })
  expect(nextFreeCell(size, first, [], 'columns')).toEqual({ row: 2, column: 1 })
})

test('skips cells reserved by scans that are being sent, and ends with the box', () => {
  expect(nextFreeCell(size, [held(1, 1)], [{ row: 1, column: 2 }], 'rows')).toEqual({ row: 1, column: 3 })
  expect(
    nextFreeCell({ numberRows: 1, numberColumns: 1 }, [], [{ row: 1, column: 1 }], 'rows'),
  ).toBeUndefined()
})

test('fills any box cell by cell, each once', () => {
  fc.assert(
    fc.property(
      fc.record({
        numberRows: fc.integer({ min: 1, max: 7 }),
        numberColumns: fc.integer({ min: 1, max: 7 }),
      }),
      fc.constantFrom('rows' as const, 'columns' as const),
      (size, order) => {
        const given: { row: number; column: number }[] = []
        for (
          let cell = nextFreeCell(size, [], given, order);
          cell;
          cell = nextFreeCell(size, [], given, order)
        ) {
          given.push(cell)
        }
        expect(new Set(given.map(({ row, column }) => `${row}/${column}`)).size).toBe(
          size.numberRows * size.numberColumns,
        )
      },
    ),
  )
})
