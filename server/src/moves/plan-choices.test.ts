import { expect, test } from 'vitest'
import { aBox, aHolder } from '../../test/plan-boxes.ts'
import type { PlanBox } from './free-cell-index.ts'
import { assignTubeCells, type MergeContents, type PlanHolder, planMerges, planMoves } from './plan-moves.ts'
import { temperatureFit } from './temperature-class.ts'

type More = Partial<Parameters<typeof planMoves>[0]>
const plan = (boxes: PlanBox[], holders: PlanHolder[], more: More = {}) =>
  planMoves({ boxes, holders, targetBoxes: [], allowUnknownTemperature: false, ...more })
/** Where each box goes: its id, and the storage. */
const places = (...given: Parameters<typeof plan>) =>
  plan(...given).moves.map(({ boxId, to }) => [boxId, to.storageId])
const merge = (boxes: PlanBox[], others: PlanBox[] = []) =>
  planMerges({ boxes, others, allowUnknownTemperature: false })
const merged = (...given: Parameters<typeof merge>) =>
  merge(...given).moves.map(({ boxId, to }) => [boxId, to.storageId])
const aGroup = (holderId: number, ...ids: number[]) => ids.map((id) => aBox(id, { holderId }))
const staysLast = 'It stays last; choose a place or leave it.'

test.each([
  [-80, -80, 0],
  [-80, -196, 1],
  [-20, -80, 1],
  [-20, -196, 2],
  // The bounds of the classes belong to the colder one.
  [-130, -196, 0],
  [-129, -196, 1],
  [-60, -80, 0],
  [-59, -80, 1],
  [-10, -20, 0],
  [-9, -20, undefined],
  [15, 4, 0],
  [16, 4, undefined],
  [16, 40, 0],
  [-196, -80, undefined],
])('a target of %2$s °C suits what is stored at %1$s °C by %3$s', (source, target, fit) => {
  for (const allowUnknown of [true, false]) expect(temperatureFit(source, target, allowUnknown)).toBe(fit)
})

test('an unknown temperature suits worse than any known one, and only where it is allowed', () => {
  for (const [source, target] of [
    [undefined, -80],
    [-80, undefined],
  ] as const) {
    expect(temperatureFit(source, target, true)).toBe(5)
    expect(temperatureFit(source, target, false)).toBeUndefined()
  }
  expect(temperatureFit(undefined, undefined, false)).toBe(0)
})

test('the coldest boxes are placed first, those of unknown temperature last', () => {
  const boxes = [
    aBox(1, { temperatureC: undefined }),
    aBox(2, { temperatureC: -20 }),
    aBox(3, { temperatureC: -80 }),
  ]
  const more = { allowUnknownTemperature: true }
  for (const given of [boxes, boxes.toReversed(), [...boxes.slice(1), ...boxes.slice(0, 1)]]) {
    expect(places(given, [aHolder(201, 1)], more)).toEqual([[3, 201]])
    expect(places(given, [aHolder(201, 2)], more).toSorted()).toEqual([
      [2, 201],
      [3, 201],
    ])
  }
})

test('of the freezers that take all boxes, the one of the closest temperature is opened, then the smallest', () => {
  const holders = [
    aHolder(201, 3, { freezerId: 2, temperatureC: -196 }),
    aHolder(202, 6, { freezerId: 3 }),
    aHolder(203, 5, { freezerId: 4 }),
    aHolder(204, 1, { freezerId: 5 }),
  ]
  expect(places(aGroup(100, 1, 2), holders)).toEqual([
    [1, 203],
    [2, 203],
  ])
})

test('the free cells of all racks of a freezer count, by the closest temperature of them', () => {
  const holders = [
    aHolder(200, 4, { freezerId: 2, temperatureC: -196 }),
    aHolder(201, 2, { freezerId: 3, temperatureC: -196 }),
    aHolder(202, 2, { freezerId: 3 }),
    aHolder(203, 3, { freezerId: 4 }),
  ]
  expect(new Set(places(aGroup(100, 1, 2, 3, 4), holders).map(([, to]) => to))).toEqual(new Set([201, 202]))
})

test('where no freezer takes all boxes, the one with the most room is opened first, then the smallest for the rest', () => {
  const holders = [
    aHolder(201, 3, { freezerId: 2 }),
    aHolder(202, 4, { freezerId: 3 }),
    aHolder(203, 1, { freezerId: 4 }),
    aHolder(204, 2, { freezerId: 5 }),
  ]
  const boxes = [1, 2, 3, 4, 5].map((id) => aBox(id, { holderId: id }))
  const freezers = places(boxes, holders).map(([, to]) => to)
  expect(freezers.filter((to) => to === 202)).toHaveLength(4)
  expect(freezers.filter((to) => to === 203)).toHaveLength(1)
})

test('another freezer is opened for what is left, also if it has more room than needed', () => {
  const boxes = [1, 2, 3].map((id) => aBox(id, { holderId: id }))
  expect(places(boxes, [aHolder(201, 2, { freezerId: 1 }), aHolder(202, 9)])).toHaveLength(3)
})

test('what is free in the freezer of the boxes counts before another is opened', () => {
  const own = aHolder(201, 2, { freezerId: 1 })
  const others = [aHolder(202, 9, { freezerId: 2 }), aHolder(203, 1, { freezerId: 3 })]
  expect(places([aBox(1, { holderId: 1 }), aBox(2, { holderId: 2 })], [own, ...others])).toEqual([
    [1, 201],
    [2, 201],
  ])
  const three = [1, 2, 3].map((id) => aBox(id, { holderId: id }))
  expect(new Set(places(three, [own, ...others]).map(([, to]) => to))).toEqual(new Set([201, 203]))
})

test('the largest groups are placed first, each where the least room is left', () => {
  const boxes = [...aGroup(100, 1, 2), ...aGroup(101, 3, 4, 5)]
  expect(places(boxes, [aHolder(201, 4), aHolder(202, 3)])).toEqual([
    [1, 201],
    [2, 201],
    [3, 202],
    [4, 202],
    [5, 202],
  ])
})

test('boxes at the top level are not a group', () => {
  const boxes = [aBox(1, { holderId: undefined }), aBox(2, { holderId: undefined })]
  expect(places(boxes, [aHolder(201, 2), aHolder(202, 1), aHolder(203, 1)])).toEqual([
    [1, 202],
    [2, 203],
  ])
})

test('a group that fits nowhere is divided, the most room first, and what is left is named', () => {
  const { moves, notFitting } = plan(aGroup(100, 1, 2, 3, 4, 5, 6), [aHolder(201, 2), aHolder(202, 3)])
  expect(moves.map(({ boxId, to }) => [boxId, to])).toEqual([
    [1, { storageId: 202, row: 1, column: 1 }],
    [2, { storageId: 202, row: 1, column: 2 }],
    [3, { storageId: 202, row: 1, column: 3 }],
    [4, { storageId: 201, row: 1, column: 1 }],
    [5, { storageId: 201, row: 1, column: 2 }],
  ])
  expect(notFitting).toEqual([{ boxId: 6, reason: `Box 6 does not fit anywhere at −80 °C. ${staysLast}` }])
})

test('boxes of one name go apart where there is a choice, in any case of letters', () => {
  const boxes = [
    aBox(1, { alias: 'Serum', holderId: 1 }),
    aBox(2, { alias: 'SERUM', holderId: 2 }),
    aBox(3, { alias: 'Plasma', holderId: 3 }),
  ]
  const holders = [aHolder(201, 3), aHolder(202, 4, { names: new Set(['plasma']) })]
  expect(places(boxes, holders)).toEqual([
    [1, 201],
    [2, 202],
    [3, 201],
  ])
})

test('a closer temperature counts more than less room', () => {
  const holders = [aHolder(201, 1, { temperatureC: -196 }), aHolder(202, 5)]
  expect(places([aBox(1)], holders)).toEqual([[1, 202]])
})

test('a place of known temperature is taken before one of unknown temperature, whatever else speaks for that', () => {
  const allowed = { allowUnknownTemperature: true }
  const unknown = { temperatureC: undefined }
  const named = aHolder(201, 5, { names: new Set(['box 1']) })
  expect(places([aBox(1)], [named, aHolder(202, 5, unknown)], allowed)).toEqual([[1, 201]])

  // One rack, or one freezer, would take both boxes.
  const racks = [
    aHolder(201, 1, { freezerId: 2 }),
    aHolder(202, 1, { freezerId: 3 }),
    aHolder(203, 2, { freezerId: 4, ...unknown }),
  ]
  const warm = aBox(3, { temperatureC: 4, holderId: 101 })
  for (const boxes of [aGroup(100, 1, 2), [aBox(1, { holderId: 1 }), aBox(2, { holderId: 2 })]]) {
    expect(places([...boxes, warm], racks, allowed)).toEqual([
      [1, 201],
      [2, 202],
      [3, 203],
    ])
  }
  // A cell of the freezer that is open anyway.
  const own = aHolder(203, 9, { freezerId: 1, ...unknown })
  expect(places([aBox(1)], [own, aHolder(201, 1)], allowed)).toEqual([[1, 201]])
  // A box of unknown temperature is sure only among its like.
  expect(places([aBox(1, unknown)], [aHolder(201, 1), aHolder(202, 9, unknown)], allowed)).toEqual([[1, 202]])
})

test('boxes of unknown temperature leave cells of unknown temperature to boxes that fit nowhere else', () => {
  const unknown = { temperatureC: undefined }
  const holders = [aHolder(201, 1, unknown), aHolder(202, 1, { temperatureC: 4 })]
  expect(places([aBox(1, unknown), aBox(2)], holders, { allowUnknownTemperature: true }).toSorted()).toEqual([
    [1, 202],
    [2, 201],
  ])
})

test('an empty box goes where the temperature is unknown before one with tubes, and tubes are merged last', () => {
  const unknown = { temperatureC: undefined }
  const holders = [aHolder(201, 1), aHolder(202, 1, unknown)]
  const boxes = [aBox(1, { tubes: 0 }), aBox(2)]
  expect(places(boxes, holders, { allowUnknownTemperature: true }).toSorted()).toEqual([
    [1, 202],
    [2, 201],
  ])
  // A person has allowed the cell.
  const targetBoxes = [aBox(301, { freezerId: 2 })]
  const { moves } = plan([aBox(1)], holders.slice(1), { targetBoxes, allowUnknownTemperature: true })
  expect(moves).toEqual([{ boxId: 1, kind: 'box', to: { storageId: 202, row: 1, column: 1 } }])
})

test('an empty box whose cell one with tubes takes goes into another that suits it', () => {
  const had = { boxId: 1, kind: 'box' as const, to: { storageId: 201, row: 1, column: 1 } }
  const boxes = [aBox(1, { tubes: 0, temperatureC: -20 }), aBox(2)]
  const holders = [aHolder(201, 0), aHolder(202, 1, { temperatureC: -20 })]
  expect(places(boxes, holders, { places: new Map([[1, had]]) }).toSorted()).toEqual([
    [1, 202],
    [2, 201],
  ])
})

test('an empty box whose cell of unknown temperature one with tubes takes goes into another', () => {
  const had = { boxId: 1, kind: 'box' as const, to: { storageId: 201, row: 1, column: 1 } }
  const boxes = [aBox(1, { tubes: 0, temperatureC: -20 }), aBox(2, { temperatureC: undefined })]
  const holders = [aHolder(201, 0, { temperatureC: undefined }), aHolder(202, 1, { temperatureC: -20 })]
  const more = { places: new Map([[1, had]]), allowUnknownTemperature: true }
  expect(places(boxes, holders, more).toSorted()).toEqual([
    [1, 202],
    [2, 201],
  ])
})

test('tubes go into a box of unknown temperature only if none of a known one has room', () => {
  const open = aBox(301, { freezerId: 1, temperatureC: undefined })
  const known = aBox(302, { freezerId: 2, free: 15 })
  const more = { targetBoxes: [open, known], allowUnknownTemperature: true }
  expect(places([aBox(1), aBox(2)], [], more)).toEqual([
    [2, 301],
    [1, 302],
  ])
  const boxes = [aBox(1, { tubes: 5 })]
  const others = [aBox(301, { temperatureC: undefined }), aBox(302, { freezerId: 2, holderId: 200 })]
  const { moves } = planMerges({ boxes, others, allowUnknownTemperature: true })
  expect(moves.map(({ to }) => to.storageId)).toEqual([302])
})

test('moves are in the order of the freezers of the targets, and of the boxes in each', () => {
  const boxes = [aBox(1, { temperatureC: -20 }), aBox(2), aBox(3, { temperatureC: -20 })]
  const holders = [aHolder(201, 1, { freezerId: 3 }), aHolder(202, 2, { freezerId: 2, temperatureC: -20 })]
  expect(places(boxes, holders)).toEqual([
    [2, 201],
    [1, 202],
    [3, 202],
  ])
})

test('tubes without a cell for their box go behind an open freezer, then by temperature, then by room', () => {
  const target = (id: number, more: Partial<PlanBox>) => aBox(id, { freezerId: 2, free: 20, ...more })
  const choose = (...targetBoxes: PlanBox[]) => places([aBox(1)], [], { targetBoxes })
  expect(choose(target(301, {}), target(302, { freezerId: 1, free: 60 }))).toEqual([[1, 302]])
  expect(choose(target(301, { temperatureC: -196, free: 10 }), target(302, {}))).toEqual([[1, 302]])
  expect(choose(target(301, {}), target(302, { free: 10 }), target(303, { free: 9 }))).toEqual([[1, 302]])
  expect(choose(target(301, { free: 9 }))).toEqual([])
  expect(choose(target(301, { temperatureC: -20 }))).toEqual([])
})

test('the tubes of several boxes share a box as long as it has room, and a freezer once opened is preferred', () => {
  const targetBoxes = [
    aBox(301, { freezerId: 2, free: 15 }),
    aBox(302, { freezerId: 3, free: 12 }),
    aBox(303, { freezerId: 3, free: 40 }),
  ]
  expect(places([aBox(1), aBox(2), aBox(3, { tubes: 1 })], [], { targetBoxes })).toEqual([
    [1, 302],
    [2, 303],
    [3, 302],
  ])
})

test('an empty box without a cell is left, with a sentence of its own', () => {
  const targetBoxes = [aBox(301, { freezerId: 2 })]
  const { moves, notFitting } = plan([aBox(1, { tubes: 0 })], [], { targetBoxes })
  expect(moves).toEqual([])
  expect(notFitting).toEqual([
    { boxId: 1, reason: 'Box 1 is empty, and no cell is free for it. It stays last; leave it.' },
  ])
})

test('cells of unknown temperature are mentioned only where they are left out', () => {
  const unknown = { temperatureC: undefined }
  const reason = (box: PlanBox, holder: PlanHolder, allowUnknownTemperature = false) =>
    plan([box, box], [holder], { allowUnknownTemperature }).notFitting[0]?.reason
  const nowhere = `Box 1 does not fit anywhere at −80 °C. ${staysLast}`
  expect(reason(aBox(1), aHolder(201, 0, unknown))).toBe(nowhere)
  expect(reason(aBox(1), aHolder(201, 0, unknown), true)).toBe(nowhere)
  expect(reason(aBox(1, unknown), aHolder(201, 1))).toBe(
    `Box 1 does not fit anywhere where the temperature is unknown too. ${staysLast}`,
  )
})

test('cells of unknown temperature are mentioned beside full racks of a known one', () => {
  const unknown = aHolder(201, 1, { temperatureC: undefined })
  expect(plan([aBox(1)], [aHolder(202, 0), unknown]).notFitting[0]?.reason).toBe(
    `Box 1 does not fit anywhere at −80 °C. Cells of unknown temperature are left out. ${staysLast}`,
  )
})

test('the emptiest boxes are merged first, of two that suit as well into the fullest', () => {
  expect(merged([aBox(1, { tubes: 5, free: 4 }), aBox(2, { tubes: 3, free: 6 })])).toEqual([[2, 1]])
  const boxes = [
    aBox(1, { tubes: 1, free: 0 }),
    aBox(2, { tubes: 4, free: 1 }),
    aBox(3, { tubes: 6, free: 1 }),
  ]
  expect(merged(boxes)).toEqual([[1, 3]])
})

test('merges are in the order of the freezers of the boxes that receive', () => {
  const boxes = [
    aBox(1, { tubes: 5, free: 0 }),
    aBox(2, { tubes: 6, free: 0, freezerId: 2 }),
    aBox(3, { tubes: 9, free: 6, freezerId: 2 }),
  ]
  const others = [aBox(9, { tubes: 9, free: 5, freezerId: 3 })]
  expect(merged(boxes, others)).toEqual([
    [2, 3],
    [1, 9],
  ])
})

test('boxes are merged into those of the same freezer, then of the same rack, then of the closest temperature', () => {
  const box = aBox(1, { tubes: 5 })
  const others = (...more: Partial<PlanBox>[]) =>
    more.map((one, index) => aBox(301 + index, { tubes: 60, free: 20, ...one }))
  expect(merged([box], others({ freezerId: 2 }, { holderId: 9 }))).toEqual([[1, 302]])
  expect(merged([box], others({ holderId: 9, free: 5 }, {}))).toEqual([[1, 302]])
  expect(merged([box], others({ temperatureC: -196, free: 5 }, {}))).toEqual([[1, 302]])
  expect(merged([box], others({ free: 6 }, { free: 5 }, { free: 4 }))).toEqual([[1, 302]])
  expect(merged([box], others({ temperatureC: -20 }))).toEqual([])
})

test('a box that receives tubes stays, and takes no more than it has room for', () => {
  const boxes = [
    aBox(1, { tubes: 3, free: 6 }),
    aBox(2, { tubes: 4, free: 5 }),
    aBox(3, { tubes: 5, free: 4 }),
  ]
  const { moves, notFitting } = merge(boxes)
  expect(moves).toEqual([{ boxId: 1, kind: 'tubes', to: { storageId: 3 } }])
  expect(notFitting).toEqual([
    { boxId: 2, reason: 'Box 2 stays as it is: no other box with tubes has room for its 4 tubes.' },
  ])
})

test('a box that no other takes stays as it is, with one tube or several; an empty one is not mentioned', () => {
  const boxes = [aBox(1, { tubes: 1 }), aBox(2, { tubes: 0 })]
  expect(merge(boxes.slice(0, 1))).toEqual({
    moves: [],
    notFitting: [
      { boxId: 1, reason: 'Box 1 stays as it is: no other box with tubes has room for its 1 tube.' },
    ],
  })
  expect(merge([aBox(2, { tubes: 0 })], [aBox(3)])).toEqual({ moves: [], notFitting: [] })
})

test('the tubes of merged boxes get the free cells row by row, box after box', () => {
  const contents = new Map<number, MergeContents>([
    [1, { numberRows: 1, numberColumns: 2, tubes: [{ sampleId: 'a', row: 1, column: 2 }] }],
    [2, { numberRows: 1, numberColumns: 2, tubes: [{ sampleId: 'b', row: 1, column: 1 }] }],
    [9, { numberRows: 2, numberColumns: 2, tubes: [{ sampleId: 'x', row: 1, column: 2 }] }],
  ])
  const into = (boxId: number) => ({ boxId, kind: 'tubes' as const, to: { storageId: 9 } })
  const whole = { boxId: 1, kind: 'box' as const, to: { storageId: 9, row: 1, column: 1 } }
  const first = {
    boxId: 1,
    sampleId: 'a',
    storageId: 9,
    from: { row: 1, column: 2 },
    to: { row: 1, column: 1 },
  }
  const second = {
    boxId: 2,
    sampleId: 'b',
    storageId: 9,
    from: { row: 1, column: 1 },
    to: { row: 2, column: 1 },
  }
  expect(assignTubeCells([into(1), into(2)], contents)).toEqual([first, second])
  expect(assignTubeCells([into(1), into(2), into(1)], contents).at(-1)?.to).toEqual({ row: 2, column: 2 })
  expect(assignTubeCells([whole], contents)).toEqual([])
  expect(assignTubeCells([{ ...into(1), to: { storageId: 7 } }, into(8)], contents)).toEqual([])
  expect(assignTubeCells([into(1), into(2), into(1), into(2)], contents)).toHaveLength(3)
})
