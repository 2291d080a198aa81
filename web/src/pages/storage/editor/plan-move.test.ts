import { cellKey } from '@lims/contract/positions.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aStorage, aStoredTube } from '../../../../test/storage-records.ts'
import { type GridModel, gridModel, isInside } from '../grid/grid-model.ts'
import { pickTubes } from './picked-tubes.ts'
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
const pick = (model: GridModel, cells: [number, number][]) => {
  const tubes = pickTubes(
    model,
    cells.map(([row, column]) => cellKey({ row, column })),
  )
  if (!tubes) throw new Error('the cells hold no tube')
  return tubes
}
const landed = (plan: ReturnType<typeof planMove>) =>
  plan.landings.map(({ tube, cell, refusal }) => [tube.sampleId, cellKey(cell), refusal])

test('tubes keep their pattern around the first one', () => {
  const from = box(1, [
    [1, 1],
    [1, 3],
    [2, 1],
  ])
  const plan = planMove(
    pick(from, [
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

test('a taken cell refuses the move, and the message names its tube', () => {
  const from = box(1, [
    [1, 1],
    [1, 2],
  ])
  const plan = planMove(
    pick(from, [
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
    ['2,3', 'taken'],
  ])
})

test('a cell that one of the tubes leaves counts as free: a row moves by one cell', () => {
  const from = box(1, [
    [1, 1],
    [1, 2],
  ])
  const plan = planMove(
    pick(from, [
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

test('tubes that would land outside the grid have no room', () => {
  const from = box(1, [
    [1, 1],
    [1, 2],
    [1, 3],
  ])
  const plan = planMove(
    pick(from, [
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

test("'Fill free cells' skips the taken cells, row by row", () => {
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
    pick(from, [
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

test('tubes can only be put into boxes', () => {
  const rack = gridModel(aStorage({ id: 2, alias: 'Rack A', type: 'RACK' }), [])
  const plan = planMove(pick(box(1, [[1, 1]]), [[1, 1]]), rack, { row: 1, column: 1 }, 'keep')
  expect(plan.refusal).toBe('Tubes can only be put into boxes. Rack A is of type Rack.')
})

test('the request contains the new and the expected present cell of each tube, and its change of custody', () => {
  const from = box(1, [[1, 1]])
  const tubes = pick(from, [[1, 1]])
  expect(arrangement(planMove(tubes, box(2, []), { row: 2, column: 3 }, 'keep'), tubes)).toEqual({
    moves: [{ sampleId: 'tube-1-1', storageId: 2, rowCoordinate: 2, columnCoordinate: 3 }],
    expected: [
      { sampleId: 'tube-1-1', storageId: 1, rowCoordinate: 1, columnCoordinate: 1, custodyEventId: null },
    ],
  })
})

test('after any move every tube is in exactly one cell inside a grid, and no cell holds two tubes', () => {
  const cell = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  const cells = fc.uniqueArray(cell, { minLength: 1, maxLength: 12, selector: String })
  fc.assert(
    fc.property(
      cells,
      cells,
      cell,
      fc.constantFrom('keep', 'fill'),
      fc.boolean(),
      (inSource, inTarget, [row, column], pattern, isSameBox) => {
        const source = box(1, inSource)
        const target = isSameBox ? source : box(2, inTarget)
        const tubes = pick(source, inSource.slice(0, 5))
        const plan = planMove(tubes, target, { row, column }, pattern)
        const cellsOfPlan = plan.landings.map((landing) => cellKey(landing.cell))
        expect(new Set(cellsOfPlan).size).toBe(cellsOfPlan.length)
        expect(plan.landings.every((landing) => isInside(target, landing.cell))).toBe(true)
        if (plan.refusal !== undefined) return

        const before = placesIn(isSameBox ? [source] : [source, target])
        const after = new Map(before)
        const { moves, expected } = arrangement(plan, tubes)
        for (const { sampleId, custodyEventId: _, ...place } of expected ?? [])
          expect(before.get(`1 ${sampleId}`)).toEqual(place)
        for (const { sampleId, ...place } of moves) after.set(`1 ${sampleId}`, place)
        expect(moves).toHaveLength(tubes.tubes.length)
        expect(after.size).toBe(before.size)
        expect(new Set([...after.values()].map((place) => JSON.stringify(place))).size).toBe(after.size)
      },
    ),
    { seed: 20261122, numRuns: 500 },
  )
})

/** The place of each tube, by its box and its ID: both boxes hold tubes of the same IDs. */
const placesIn = (models: readonly GridModel[]) =>
  new Map(
    models.flatMap(({ storage, rows }) => rows.flat().flatMap((content) => placeOf(storage.id, content))),
  )

const placeOf = (storageId: number, content: OccupancyEntry | undefined): [string, object][] => {
  if (!content) return []
  const { contentId, rowCoordinate, columnCoordinate } = content
  return [[`${storageId} ${contentId}`, { storageId, rowCoordinate, columnCoordinate }]]
}
