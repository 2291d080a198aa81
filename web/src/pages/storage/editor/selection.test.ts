import { expect, test } from 'vitest'
import { aStorage, aStoredTube } from '../../../../test/storage-records.ts'
import { gridModel } from '../grid/grid-model.ts'
import { extendSelection, selectAllTubes, toggleCell } from './selection.ts'

const full = (id: number) =>
  gridModel(
    aStorage({ id, numberRows: 3, numberColumns: 3 }),
    [1, 2, 3].flatMap((rowCoordinate) =>
      [1, 3].map((columnCoordinate) =>
        aStoredTube({ contentId: `${rowCoordinate}-${columnCoordinate}`, rowCoordinate, columnCoordinate }),
      ),
    ),
  )
const model = full(1)
const at = (row: number, column: number) => ({ row, column })
const keys = (chosen: { keys: ReadonlySet<string> }) => [...chosen.keys]

test('a tube is chosen and let go of; an empty cell never', () => {
  const one = toggleCell(undefined, model, at(1, 1))
  expect(keys(toggleCell(one, model, at(2, 3)))).toEqual(['1,1', '2,3'])
  expect(keys(toggleCell(one, model, at(1, 1)))).toEqual([])
  expect(keys(toggleCell(one, model, at(1, 2)))).toEqual(['1,1'])
})

test('a range holds the tubes of its rectangle, grows and shrinks with its end', () => {
  const first = extendSelection(undefined, model, at(1, 1), at(2, 1))
  expect(keys(first)).toEqual(['1,1', '2,1'])
  const wider = extendSelection(first, model, at(2, 1), at(2, 3))
  expect(keys(wider)).toEqual(['1,1', '1,3', '2,1', '2,3'])
  expect(keys(extendSelection(wider, model, at(2, 3), at(1, 3)))).toEqual(['1,1', '1,3'])
})

test('a range that begins elsewhere is a new one', () => {
  const first = extendSelection(undefined, model, at(1, 1), at(2, 1))
  expect(keys(extendSelection(first, model, at(3, 3), at(2, 3)))).toEqual(['2,3', '3,3'])
})

test('what was chosen in another storage is let go of', () => {
  const inOther = toggleCell(undefined, full(2), at(3, 3))
  expect(keys(toggleCell(inOther, model, at(1, 1)))).toEqual(['1,1'])
  expect(selectAllTubes(model).keys.size).toBe(6)
})
