import { expect, test } from 'vitest'
import { aStorage, aStoredTube } from '../../../../test/storage-records.ts'
import { contentAt, gridModel, labelOf } from './grid-model.ts'

test('GRID-02 GRID-03 labels column letter and row number, AA after Z', () => {
  const model = gridModel(aStorage({ numberRows: 2, numberColumns: 28 }), [])
  expect(labelOf(model, { row: 1, column: 1 })).toBe('A1')
  expect(labelOf(model, { row: 1, column: 2 })).toBe('B1')
  expect(model.columnLabels.slice(-3)).toEqual(['Z', 'AA', 'AB'])
  expect(labelOf(model, { row: 2, column: 27 })).toBe('AA2')
})

test('GRID-02 design: letters on the rows give the plate convention', () => {
  const plate = aStorage({ numberRows: 8, numberColumns: 12, rowPrefix: 'A', columnPrefix: '1' })
  const model = gridModel(plate, [])
  expect(model.rowLabels.at(-1)).toBe('H')
  expect(labelOf(model, { row: 8, column: 12 })).toBe('H12')
})

test('each content is in its cell, and a content outside the grid is left out', () => {
  const inside = aStoredTube({ rowCoordinate: 2, columnCoordinate: 3 })
  const outside = aStoredTube({ rowCoordinate: 1, columnCoordinate: 4 })
  const model = gridModel(aStorage({ numberRows: 2, numberColumns: 3 }), [inside, outside])
  expect(contentAt(model, { row: 2, column: 3 })).toBe(inside)
  expect(model.rows.flat().filter(Boolean)).toEqual([inside])
})
