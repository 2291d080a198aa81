import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { aBox, aHolder } from '../../test/plan-boxes.ts'
import type { PlanBox } from './free-cell-index.ts'
import { assignTubeCells, type PlanHolder, planMerges, planMoves } from './plan-moves.ts'
import { temperatureFit } from './temperature-class.ts'

const seed = { seed: 20_261_122, numRuns: 300 }

const plan = (
  boxes: PlanBox[],
  holders: PlanHolder[],
  targetBoxes: PlanBox[] = [],
  allowUnknownTemperature = false,
) => planMoves({ boxes, holders, targetBoxes, allowUnknownTemperature })

test('boxes of one rack go into one rack that has room for all, and keep their order', () => {
  const { moves, notFitting } = plan([aBox(1), aBox(2), aBox(3)], [aHolder(201, 2), aHolder(202, 3)])
  expect(moves.map(({ to }) => to)).toEqual([1, 2, 3].map((column) => ({ storageId: 202, row: 1, column })))
  expect(notFitting).toEqual([])
})

test('one freezer is opened rather than two, and of two the one that is not colder than needed', () => {
  const holders = [
    aHolder(201, 2, { freezerId: 2 }),
    aHolder(202, 2, { freezerId: 3 }),
    aHolder(203, 9, { freezerId: 4, temperatureC: -196 }),
    aHolder(204, 4, { freezerId: 5 }),
  ]
  const { moves } = plan(
    [1, 2, 3, 4].map((id) => aBox(id, { holderId: id })),
    holders,
  )
  expect(new Set(moves.map(({ to }) => to.storageId))).toEqual(new Set([204]))
})

test('a rack of the same freezer is used before another freezer is opened', () => {
  const { moves } = plan([aBox(1)], [aHolder(201, 50), aHolder(202, 1, { freezerId: 1 })])
  expect(moves[0]?.to.storageId).toBe(202)
})

test('a box with the same name in the target is avoided where there is a choice', () => {
  const holders = [aHolder(201, 1, { names: new Set(['box 1']) }), aHolder(202, 5)]
  expect(plan([aBox(1)], holders).moves[0]?.to.storageId).toBe(202)
  expect(plan([aBox(1)], holders.slice(0, 1)).moves[0]?.to.storageId).toBe(201)
})

test('boxes that do not fit are listed with their temperature', () => {
  const { moves, notFitting } = plan([aBox(1)], [aHolder(201, 9, { temperatureC: -20 })])
  expect(moves).toEqual([])
  expect(notFitting).toEqual([
    { boxId: 1, reason: 'Box 1 does not fit anywhere at −80 °C. It stays last; choose a place or leave it.' },
  ])
  expect(plan([aBox(1)], [aHolder(201, 9, { temperatureC: undefined })]).notFitting[0]?.reason).toBe(
    'Box 1 does not fit anywhere at −80 °C. Cells of unknown temperature are left out. It stays last; choose a place or leave it.',
  )
})

test.each([
  [-80, -86, true],
  [-80, -196, true],
  [-20, -80, true],
  [-80, -20, false],
  // Blood from the refrigerator must not freeze.
  [4, -80, false],
  [4, 8, true],
  [undefined, undefined, true],
  [-80, undefined, false],
  [undefined, -80, false],
])('what is stored at %s °C may go to %s °C: %s', (source, target, may) => {
  expect(temperatureFit(source, target, false) !== undefined).toBe(may)
})

test('an unknown temperature is a target only where it is allowed, and the last choice', () => {
  const holders = [aHolder(201, 1, { temperatureC: undefined }), aHolder(202, 1)]
  const { moves } = plan([aBox(1)], holders, [], true)
  expect(moves[0]?.to.storageId).toBe(202)
  expect(plan([aBox(1), aBox(2)], holders, [], true).moves).toHaveLength(2)
})

test('without a cell the tubes of a box are merged into one box with room for all', () => {
  const targets = [aBox(301, { freezerId: 2, free: 9 }), aBox(302, { freezerId: 2, free: 12 })]
  const { moves, notFitting } = plan([aBox(1), aBox(2)], [aHolder(201, 1)], targets)
  expect(moves).toEqual([
    { boxId: 1, kind: 'box', to: { storageId: 201, row: 1, column: 1 } },
    { boxId: 2, kind: 'tubes', to: { storageId: 302 } },
  ])
  expect(notFitting).toEqual([])
})

const temperature = fc.constantFrom(-196, -80, -20, 4, undefined)
const worlds = fc
  .record({
    boxes: fc.array(
      fc.record({
        tubes: fc.nat(20),
        holder: fc.nat(6),
        freezer: fc.integer({ min: 1, max: 3 }),
        temperature,
      }),
      { maxLength: 60 },
    ),
    holders: fc.array(
      fc.record({ cells: fc.nat(12), freezer: fc.integer({ min: 1, max: 6 }), temperature }),
      {
        maxLength: 12,
      },
    ),
    targets: fc.array(fc.record({ free: fc.nat(40), freezer: fc.integer({ min: 1, max: 6 }), temperature }), {
      maxLength: 8,
    }),
    allowUnknownTemperature: fc.boolean(),
  })
  .map(({ boxes, holders, targets, allowUnknownTemperature }) => ({
    boxes: boxes.map(({ tubes, holder, freezer, temperature: temperatureC }, index) =>
      aBox(index + 1, {
        tubes,
        holderId: 100 * freezer + holder,
        freezerId: freezer,
        temperatureC,
        free: 20 - tubes,
      }),
    ),
    holders: holders.map(({ cells, freezer, temperature: temperatureC }, index) =>
      aHolder(1000 + index, cells, { freezerId: freezer, temperatureC }),
    ),
    targetBoxes: targets.map(({ free, freezer, temperature: temperatureC }, index) =>
      aBox(2000 + index, { free, freezerId: freezer, temperatureC, tubes: 1 }),
    ),
    allowUnknownTemperature,
  }))

test('property: every box is planned once or listed as not fitting, and no two boxes get one cell', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const { moves, notFitting } = planMoves(world)
      const ids = [...moves, ...notFitting].map(({ boxId }) => boxId)
      expect(ids.toSorted((one, other) => one - other)).toEqual(world.boxes.map(({ id }) => id))
      const cells = moves.flatMap(({ kind, to }) => (kind === 'box' ? [JSON.stringify(to)] : []))
      expect(new Set(cells).size).toBe(cells.length)
      const free = new Set(
        world.holders.flatMap(({ id, freeCells }) =>
          freeCells.map((cell) => JSON.stringify({ storageId: id, ...cell })),
        ),
      )
      expect(cells.filter((cell) => !free.has(cell))).toEqual([])
    }),
    seed,
  )
})

test('property: no box goes to a storage that is too warm, and merged tubes fit', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const { moves } = planMoves(world)
      const boxes = new Map(world.boxes.map((box) => [box.id, box]))
      const targets = new Map([...world.holders, ...world.targetBoxes].map((target) => [target.id, target]))
      for (const { boxId, to } of moves) {
        const source = boxes.get(boxId)?.temperatureC
        const target = targets.get(to.storageId)?.temperatureC
        expect(temperatureFit(source, target, world.allowUnknownTemperature)).toBeDefined()
      }
      for (const { id, free } of world.targetBoxes) {
        const merged = moves.filter(({ kind, to }) => kind === 'tubes' && to.storageId === id)
        expect(
          merged.reduce((sum, { boxId }) => sum + (boxes.get(boxId)?.tubes ?? 0), 0),
        ).toBeLessThanOrEqual(free)
      }
    }),
    seed,
  )
})

test('property: no box with tubes is left out while an empty box has a cell that suits it', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const { moves, notFitting } = planMoves(world)
      const boxes = new Map(world.boxes.map((box) => [box.id, box]))
      const temperatures = new Map(world.holders.map(({ id, temperatureC }) => [id, temperatureC]))
      for (const { boxId } of notFitting.filter(({ boxId: id }) => boxes.get(id)?.tubes)) {
        const source = boxes.get(boxId)?.temperatureC
        const empties = moves.filter(
          ({ boxId: id, to }) =>
            boxes.get(id)?.tubes === 0 &&
            temperatureFit(source, temperatures.get(to.storageId), world.allowUnknownTemperature) !==
              undefined,
        )
        expect(empties).toEqual([])
      }
    }),
    seed,
  )
})

test('property: no box of known temperature goes where it is unknown while a known place suits it', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const { moves } = planMoves({ ...world, allowUnknownTemperature: true })
      const boxes = new Map(world.boxes.map((box) => [box.id, box]))
      const used = Map.groupBy(
        moves.filter(({ kind }) => kind === 'box'),
        ({ to }) => to.storageId,
      )
      for (const { boxId, to } of moves) {
        const box = boxes.get(boxId)
        const target = [...world.holders, ...world.targetBoxes].find(({ id }) => id === to.storageId)
        if (!box?.tubes || box.temperatureC === undefined || target?.temperatureC !== undefined) continue
        for (const holder of world.holders) {
          if (temperatureFit(box.temperatureC, holder.temperatureC, false) === undefined) continue
          const inside = used.get(holder.id) ?? []
          expect(inside).toHaveLength(holder.freeCells.length)
          expect(inside.filter(({ boxId: id }) => boxes.get(id)?.tubes === 0)).toEqual([])
        }
      }
    }),
    seed,
  )
})

const sparseBoxes = fc.array(
  fc.record({ tubes: fc.nat(20), holder: fc.integer({ min: 1, max: 3 }), isWarm: fc.boolean() }),
  { maxLength: 40 },
)

test('property: consolidating leaves no tube without a cell and doubles none', () => {
  fc.assert(
    fc.property(sparseBoxes, (sparse) => {
      const boxes = sparse.map(({ tubes, holder, isWarm }, index) =>
        aBox(index + 1, { tubes, free: 25 - tubes, holderId: holder, temperatureC: isWarm ? -20 : -80 }),
      )
      const { moves, notFitting } = planMerges({ boxes, others: [], allowUnknownTemperature: false })
      const emptied = new Set(moves.map(({ boxId }) => boxId))
      const receiving = new Set(moves.map(({ to }) => to.storageId))
      expect([...receiving].filter((id) => emptied.has(id))).toEqual([])
      expect(notFitting.every(({ boxId }) => !emptied.has(boxId) && !receiving.has(boxId))).toBe(true)
      const rest = boxes.filter(({ id, tubes }) => tubes > 0 && !emptied.has(id) && !receiving.has(id))
      expect(notFitting.map(({ boxId }) => boxId)).toEqual(rest.map(({ id }) => id))

      const contents = new Map(
        boxes.map(({ id, tubes }) => [
          id,
          {
            numberRows: 5,
            numberColumns: 5,
            tubes: Array.from({ length: tubes }, (_, index) => ({
              sampleId: `${id}-${index}`,
              row: Math.floor(index / 5) + 1,
              column: (index % 5) + 1,
            })),
          },
        ]),
      )
      const tubeMoves = assignTubeCells(moves, contents)
      const places = new Map<string, string>()
      for (const [id, { tubes }] of contents) {
        for (const { sampleId, row, column } of tubes) places.set(sampleId, `${id} ${row} ${column}`)
      }
      for (const { sampleId, storageId, to } of tubeMoves)
        places.set(sampleId, `${storageId} ${to.row} ${to.column}`)
      expect(new Set(places.values()).size).toBe(places.size)
      expect([...places.values()].some((place) => emptied.has(Number(place.split(' ')[0])))).toBe(false)
    }),
    seed,
  )
})

test('whatever cells were planned before, each tube gets one of its own, and keeps its former one where that is free', () => {
  const aCell = fc.record({ row: fc.integer({ min: 1, max: 5 }), column: fc.integer({ min: 1, max: 5 }) })
  const target = fc.uniqueArray(
    fc.record({ row: fc.integer({ min: 1, max: 4 }), column: fc.integer({ min: 1, max: 4 }) }),
    { maxLength: 10, selector: ({ row, column }) => `${row}-${column}` },
  )
  fc.assert(
    fc.property(
      target,
      fc.array(fc.option(aCell), { maxLength: 6 }),
      fc.nat({ max: 6 }),
      (taken, cells, split) => {
        const tubes = cells.map((_, index) => ({ sampleId: `t${index}`, row: 1, column: index + 1 }))
        const grid = { numberRows: 4, numberColumns: 4 }
        const contents = new Map([
          [1, { ...grid, tubes: tubes.slice(0, split) }],
          [2, { ...grid, tubes: tubes.slice(split) }],
          [3, { ...grid, tubes: taken.map((cell, index) => ({ sampleId: `own ${index}`, ...cell })) }],
        ])
        const former = new Map(
          cells.flatMap((cell, index) => (cell ? [[`t${index}`, { storageId: 3, ...cell }] as const] : [])),
        )
        const moves = [1, 2].map((boxId) => ({ boxId, kind: 'tubes' as const, to: { storageId: 3 } }))
        const key = ({ row, column }: { row: number; column: number }) => `${row}-${column}`
        const used = new Set(taken.map(key))
        const given = assignTubeCells(moves, contents, former)
        expect(given.map(({ sampleId }) => sampleId)).toEqual(tubes.map(({ sampleId }) => sampleId))
        const wanted = cells.map((cell) =>
          cell && cell.row <= 4 && cell.column <= 4 ? key(cell) : undefined,
        )
        for (const [index, { to }] of given.entries()) {
          expect(to.row <= 4 && to.column <= 4 && !used.has(key(to))).toBe(true)
          used.add(key(to))
          const cell = wanted[index]
          const isFirst = wanted.indexOf(cell) === index
          if (cell && isFirst && !taken.some((one) => key(one) === cell)) expect(key(to)).toBe(cell)
        }
      },
    ),
    seed,
  )
})

test('boxes of one rack are merged with each other first, the emptiest into the fullest', () => {
  const boxes = [
    aBox(1, { tubes: 5, free: 76 }),
    aBox(2, { tubes: 20, free: 61 }),
    aBox(3, { tubes: 21, free: 60, holderId: 101 }),
  ]
  const { moves } = planMerges({ boxes, others: [], allowUnknownTemperature: false })
  expect(moves[0]).toEqual({ boxId: 1, kind: 'tubes', to: { storageId: 2 } })
})

test('planning is near linear: four times the boxes and racks take far less than 64 times as long', async () => {
  const planRacks = (racks: number) => {
    const boxes = Array.from({ length: racks * 25 }, (_, index) =>
      aBox(index + 1, { holderId: Math.floor(index / 25) }),
    )
    const holders = Array.from({ length: racks }, (_, index) =>
      aHolder(100_000 + index, 25, { freezerId: 2 + (index % 4) }),
    )
    expect(plan(boxes, holders).notFitting).toEqual([])
  }
  await expectTimesAsLong({ base: () => planRacks(50), work: () => planRacks(200), atMostTimes: 64 })
})
