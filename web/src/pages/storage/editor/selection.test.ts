import { expect, test } from 'vitest'
import { aStorage, aStoredTube } from '../../../../test/storage-records.ts'
import { gridModel } from '../grid/grid-model.ts'
import { extendSelection, selectAllTubes, toggleCell } from './selection.ts'

const box = (id: number) =>
  gridModel(
    aStorage({ id, numberRows: 3, numberColumns: 3 }),
    [1, 2, 3].flatMap((rowCoordinate) =>
      [1, 3].map((columnCoordinate) =>
        aStoredTube({ contentId: `${rowCoordinate}-${columnCoordinate}`, rowCoordinate, columnCoordinate }),
      ),
    ),
  )
const model = box(1)
const at = (row: number, column: number) => ({ row, column })
const keys = (selection: { tubes: ReadonlyMap<string, string> }) => [...selection.tubes.keys()]

test('a tube is selected and deselected; an empty cell is never selected', () => {
  const one = toggleCell(undefined, model, at(1, 1))
  expect(keys(toggleCell(one, model, at(2, 3)))).toEqual(['1,1', '2,3'])
  expect(keys(toggleCell(one, model, at(1, 1)))).toEqual([])
  expect(keys(toggleCell(one, model, at(1, 2)))).toEqual(['1,1'])
})

test('a range holds the tubes of its rectangle, and grows and shrinks with its end', () => {
  const first = extendSelection(undefined, model, at(1, 1), at(2, 1))
  expect(keys(first)).toEqual(['1,1', '2,1'])
  const wider = extendSelection(first, model, at(2, 1), at(2, 3))
  expect(keys(wider)).toEqual(['1,1', '1,3', '2,1', '2,3'])
  expect(keys(extendSelection(wider, model, at(2, 3), at(1, 3)))).toEqual(['1,1', '1,3'])
})

test('a range that starts at another cell is a new range', () => {
  const first = extendSelection(undefined, model, at(1, 1), at(2, 1))
  expect(keys(extendSelection(first, model, at(3, 3), at(2, 3)))).toEqual(['2,3', '3,3'])
})

test('a selection in another storage is cleared', () => {
  const inOther = toggleCell(undefined, box(2), at(3, 3))
  expect(keys(toggleCell(inOther, model, at(1, 1)))).toEqual(['1,1'])
  expect(selectAllTubes(model).tubes.size).toBe(6)
})
