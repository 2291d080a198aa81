import type { OccupancyEntry } from '@lims/contract/storage.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aStorage, aStoredTube } from '../../../../test/storage-records.ts'
import { cellOfKey, type GridModel, gridModel, keyOf } from '../grid/grid-model.ts'
import { pickUp } from './picked-tubes.ts'
import { arrangement, planLayer, planMove } from './plan-move.ts'

const tubeAt = (row: number, column: number): OccupancyEntry =>
  aStoredTube({
    contentId: `tube-${row}-${column}`,
    contentName: `Tube ${row}-${column}`,
    rowCoordinate: row,
    columnCoordinate: column,
  })
const box = (id: number, cells: [number, number][]): GridModel =>
  gridModel(
    aStorage({ id, alias: `Box ${id}`, numberRows: 4, numberColumns: 4 }),
    cells.map(([row, column]) => tubeAt(row, column)),
  )
const carried = (model: GridModel, cells: [number, number][]) => {
  const picked = pickUp(
    model,
    cells.map(([row, column]) => keyOf({ row, column })),
  )
  if (!picked) throw new Error('nothing was picked up')
  return picked
}
const landed = (plan: ReturnType<typeof planMove>) =>
  plan.landings.map(({ tube, cell, refusal }) => [tube.sampleId, keyOf(cell), refusal])

test('tubes keep their pattern around the one that leads', () => {
  const from = box(1, [
    [1, 1],
    [1, 3],
    [2, 1],
  ])
  const plan = planMove(
    carried(from, [
      [2, 1],
      [1, 3],
      [1, 1],
    ]),
    box(2, []),
    { row: 3, column: 2 },
    'keep',
  )
  expect(landed(plan)).toEqual([
    ['tube-1-1', '3,2', undefined],
    ['tube-1-3', '3,4', undefined],
    ['tube-2-1', '4,2', undefined],
  ])
  expect(plan.refusal).toBeUndefined()
})

test('a taken cell refuses, and says who is in it', () => {
  const from = box(1, [
    [1, 1],
    [1, 2],
  ])
  const plan = planMove(
    carried(from, [
      [1, 1],
      [1, 2],
    ]),
    box(2, [[2, 3]]),
    { row: 2, column: 2 },
    'keep',
  )
  expect(plan.refusal).toBe('C2 holds Tube 2-3.')
  expect([...planLayer(plan)].map(([key, { mark }]) => [key, mark])).toEqual([
    ['2,2', 'target'],
    ['2,3', 'refused'],
  ])
})

test('a cell that a carried tube leaves is free: a row moves by one', () => {
  const from = box(1, [
    [1, 1],
    [1, 2],
  ])
  const plan = planMove(
    carried(from, [
      [1, 1],
      [1, 2],
    ]),
    from,
    { row: 1, column: 2 },
    'keep',
  )
  expect(landed(plan).map(([, cell]) => cell)).toEqual(['1,2', '1,3'])
  expect(plan.refusal).toBeUndefined()
})

test('outside the grid there is no room', () => {
  const from = box(1, [
    [1, 1],
    [1, 2],
    [1, 3],
  ])
  const plan = planMove(
    carried(from, [
      [1, 1],
      [1, 2],
      [1, 3],
    ]),
    box(2, []),
    { row: 1, column: 3 },
    'keep',
  )
  expect(plan.refusal).toBe('No room for 1 tube here.')
})

test('into free cells: the taken ones are passed over, row by row', () => {
  const from = box(1, [
    [1, 1],
    [1, 2],
    [1, 3],
  ])
  const onto = box(2, [
    [1, 4],
    [2, 2],
  ])
  const plan = planMove(
    carried(from, [
      [1, 1],
      [1, 2],
      [1, 3],
    ]),
    onto,
    { row: 1, column: 3 },
    'fill',
  )
  expect(landed(plan).map(([, cell]) => cell)).toEqual(['1,3', '2,1', '2,3'])
  expect(plan.refusal).toBeUndefined()
})

test('tubes go into boxes only', () => {
  const rack = gridModel(aStorage({ id: 2, alias: 'Rack A', type: 'RACK' }), [])
  const plan = planMove(carried(box(1, [[1, 1]]), [[1, 1]]), rack, { row: 1, column: 1 }, 'keep')
  expect(plan.refusal).toBe('Tubes stand in boxes only; Rack A is none.')
})

test('sends where each tube shall stand and where it is believed to be', () => {
  const from = box(1, [[1, 1]])
  const tubes = carried(from, [[1, 1]])
  expect(arrangement(planMove(tubes, box(2, []), { row: 2, column: 3 }, 'keep'), tubes)).toEqual({
    moves: [{ sampleId: 'tube-1-1', storageId: 2, rowCoordinate: 2, columnCoordinate: 3 }],
    expected: [{ sampleId: 'tube-1-1', storageId: 1, rowCoordinate: 1, columnCoordinate: 1 }],
  })
})

test('whatever is carried wherever: no two tubes in one cell, none outside, none onto another', () => {
  const cell = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  const cells = fc.uniqueArray(cell, { minLength: 1, maxLength: 12, selector: String })
  fc.assert(
    fc.property(
      cells,
      cells,
      cell,
      fc.constantFrom('keep', 'fill'),
      fc.boolean(),
      (own, other, at, pattern, isSame) => {
        const from = box(1, own)
        const onto = isSame ? from : box(2, other)
        const tubes = carried(from, own.slice(0, 5))
        const [row, column] = at
        const plan = planMove(tubes, onto, { row, column }, pattern)
        const targets = plan.landings.map(({ cell: target }) => keyOf(target))
        expect(new Set(targets).size).toBe(targets.length)
        for (const target of targets) {
          const { row: r, column: c } = cellOfKey(target)
          expect(r >= 1 && r <= 4 && c >= 1 && c <= 4).toBe(true)
        }
        if (plan.refusal !== undefined) return
        expect(targets).toHaveLength(tubes.tubes.length)
        const staying = (isSame ? own : other)
          .map(([r, c]) => keyOf({ row: r, column: c }))
          .filter((key) => !isSame || !tubes.tubes.some(({ from: left }) => keyOf(left) === key))
        expect(targets.filter((target) => staying.includes(target))).toEqual([])
      },
    ),
  )
})
