import { expect, test } from 'vitest'
import { aBox, aHolder } from '../../test/plan-boxes.ts'
import type { PlanBox, PlannedMove } from './free-cell-index.ts'
import { type PlanHolder, planMoves } from './plan-moves.ts'

/** Which boxes get the cells, or the room in other boxes, where there is not enough for all. */
type More = {
  targetBoxes?: PlanBox[]
  places?: Map<number, PlannedMove>
  allowUnknownTemperature?: boolean
}
/** Where each box goes, the storage that it or its tubes go into, and which boxes are left out. */
function plan(boxes: PlanBox[], holders: PlanHolder[], more: More = {}) {
  const { moves, notFitting } = planMoves({
    boxes,
    holders,
    targetBoxes: [],
    allowUnknownTemperature: false,
    ...more,
  })
  return {
    whole: moves.flatMap(({ boxId, kind, to }) => (kind === 'box' ? [[boxId, to.storageId]] : [])),
    merged: moves.flatMap(({ boxId, kind, to }) => (kind === 'tubes' ? [[boxId, to.storageId]] : [])),
    left: notFitting.map(({ boxId }) => boxId),
  }
}
/** Boxes that have got a cell of a rack before. */
const placedIn = (...cells: [boxId: number, storageId: number][]) =>
  new Map<number, PlannedMove>(
    cells.map(([boxId, storageId], index) => [
      boxId,
      { boxId, kind: 'box', to: { storageId, row: 2, column: index + 1 } },
    ]),
  )
const anEmpty = (id: number, more: Partial<PlanBox> = {}) => aBox(id, { tubes: 0, free: 81, ...more })
const aFull = (id: number, more: Partial<PlanBox> = {}) => aBox(id, { tubes: 81, free: 0, ...more })

test('the last cell is for the box with tubes, not for the empty one', () => {
  expect(plan([anEmpty(1), aFull(2)], [aHolder(201, 1)])).toEqual({
    whole: [[2, 201]],
    merged: [],
    left: [1],
  })
})

test('no tube is taken out of its box for the cell of an empty one', () => {
  const target = aBox(309, { tubes: 5, free: 76, holderId: 209 })
  const boxes = [anEmpty(1), aBox(2, { tubes: 40 })]
  expect(plan(boxes, [aHolder(201, 1)], { targetBoxes: [target] })).toEqual({
    whole: [[2, 201]],
    merged: [],
    left: [1],
  })
})

test.each([
  { temperatureC: -80, free: 0, whole: [[2, 201]], left: [1] },
  {
    temperatureC: -80,
    free: 1,
    whole: [
      [1, 201],
      [2, 202],
    ],
    left: [],
  },
  { temperatureC: -20, free: 0, whole: [[1, 201]], left: [2] },
])('an empty box leaves its cell only to a box with tubes that finds no other and suits it: %o', (given) => {
  const { temperatureC, free, whole, left } = given
  const places = new Map<number, PlannedMove>([
    [1, { boxId: 1, kind: 'box', to: { storageId: 201, row: 1, column: 1 } }],
  ])
  const holders = [aHolder(201, 0, { temperatureC }), aHolder(202, free)]
  expect(plan([anEmpty(1), aFull(2)], holders, { places })).toEqual({ whole, merged: [], left })
})

test('a box with tubes takes the cell of an empty box of a larger rack', () => {
  const boxes = [anEmpty(1), anEmpty(2), aFull(3, { holderId: 101 })]
  const { whole, left } = plan(boxes, [aHolder(201, 2)])
  expect(whole).toContainEqual([3, 201])
  expect(left).toHaveLength(1)
})

test('an empty box stays beside the boxes of its rack where there are cells for all', () => {
  const boxes = [aFull(1), anEmpty(2), aFull(3), aFull(4, { holderId: 101 })]
  expect(plan(boxes, [aHolder(201, 2), aHolder(202, 3)]).whole).toEqual([
    [1, 202],
    [2, 202],
    [3, 202],
    [4, 201],
  ])
})

test('the cell of an empty box is taken only if it is cold enough', () => {
  const boxes = [anEmpty(1, { temperatureC: -20 }), aFull(2)]
  expect(plan(boxes, [aHolder(201, 1, { temperatureC: -20 })]).left).toEqual([2])
  expect(plan([anEmpty(1), aFull(2, { temperatureC: -20 })], [aHolder(201, 1)]).left).toEqual([1])
})

test('of several boxes without a cell the coldest take those of empty boxes, then the fullest', () => {
  const boxes = [
    anEmpty(1),
    anEmpty(2),
    anEmpty(3),
    aBox(4, { holderId: 101, temperatureC: -20, tubes: 50 }),
    aBox(5, { holderId: 102, tubes: 10 }),
    aBox(6, { holderId: 103, tubes: 11 }),
    aBox(7, { holderId: 104, temperatureC: -20, tubes: 60 }),
  ]
  expect(plan(boxes, [aHolder(201, 3)]).left).toEqual([1, 2, 3, 4])
})

test('a box that can be merged leaves its cell to one that cannot', () => {
  const boxes = [aBox(1, { tubes: 1, free: 80 }), aFull(2)]
  const targetBoxes = [aBox(9, { tubes: 41, free: 40, freezerId: 2, holderId: 202 })]
  expect(plan(boxes, [aHolder(201, 1)], { targetBoxes })).toEqual({
    whole: [[2, 201]],
    merged: [[1, 9]],
    left: [],
  })
})

test('empty boxes leave their cells before those whose tubes are merged, and of these the emptiest', () => {
  const boxes = [
    aBox(1, { tubes: 7 }),
    aBox(2, { tubes: 5 }),
    anEmpty(3),
    aFull(4, { holderId: 101 }),
    aFull(5, { holderId: 102 }),
  ]
  const targetBoxes = [aBox(9, { free: 7, freezerId: 2, holderId: 202 })]
  const { merged, left } = plan(boxes, [aHolder(201, 3)], { targetBoxes })
  expect({ merged, left }).toEqual({ merged: [[2, 9]], left: [3] })
})

test.each([
  [5, 9, 1],
  [9, 5, 2],
])(
  'the emptiest leaves its cell, whatever its temperature: %i tubes at −80 °C, %i at −20 °C',
  (one, other, merged) => {
    const boxes = [
      aBox(1, { tubes: one }),
      aBox(2, { tubes: other, temperatureC: -20 }),
      aFull(3, { holderId: 101, temperatureC: -20 }),
    ]
    const targetBoxes = [aBox(9, { free: 14, freezerId: 2, holderId: 202 })]
    const places = placedIn([1, 201], [2, 201])
    expect(plan(boxes, [aHolder(201, 0)], { targetBoxes, places })).toMatchObject({
      merged: [[merged, 9]],
      left: [],
    })
  },
)

test.each([
  [-80, -20],
  [-20, -80],
])(
  'of cells that are left by as many tubes, a box gets the one of its own temperature: %i °C, %i °C',
  (one, other) => {
    const boxes = [
      aBox(1, { tubes: 5, temperatureC: one }),
      aBox(2, { tubes: 5, temperatureC: other }),
      aFull(3, { holderId: 101, temperatureC: -20 }),
    ]
    const targetBoxes = [aBox(9, { free: 10, freezerId: 2, holderId: 209 })]
    const holders = [aHolder(201, 0, { temperatureC: one }), aHolder(202, 0, { temperatureC: other })]
    const places = placedIn([1, 201], [2, 202])
    const { whole } = plan(boxes, holders, { targetBoxes, places })
    expect(whole).toContainEqual([3, one === -20 ? 201 : 202])
  },
)

test('a box keeps its cell if no other box has room for all its tubes', () => {
  const boxes = [aBox(1, { tubes: 8 }), aFull(2)]
  const targetBoxes = [aBox(9, { free: 7, freezerId: 2, holderId: 202 })]
  expect(plan(boxes, [aHolder(201, 1)], { targetBoxes })).toEqual({
    whole: [[1, 201]],
    merged: [],
    left: [2],
  })
})

const aTarget = (id: number, free: number, more: Partial<PlanBox> = {}) =>
  aBox(id, { free, freezerId: 3, holderId: 300, ...more })

test('the coldest boxes are merged first, also behind an open freezer: fewest boxes suit them', () => {
  const boxes = [
    aBox(1, { tubes: 50, temperatureC: -20 }),
    aBox(2, { tubes: 50, freezerId: 4, holderId: 400 }),
    aBox(3, { tubes: 50, temperatureC: undefined }),
  ]
  const targetBoxes = [
    aTarget(308, 50, { freezerId: 1 }),
    aTarget(309, 50, { temperatureC: -20 }),
    aTarget(310, 50, { temperatureC: 4 }),
  ]
  const { merged, left } = plan(boxes, [], { targetBoxes, allowUnknownTemperature: true })
  expect(merged.toSorted()).toEqual([
    [1, 309],
    [2, 308],
    [3, 310],
  ])
  expect(left).toEqual([])
})

test('of boxes of one temperature the fullest are merged first: small ones fit beside them', () => {
  const boxes = [aBox(1, { tubes: 30 }), aBox(2, { tubes: 40 }), aBox(3, { tubes: 60 })]
  const { merged, left } = plan(boxes, [], { targetBoxes: [aTarget(308, 70), aTarget(309, 60)] })
  expect(merged.toSorted()).toEqual([
    [1, 308],
    [2, 308],
    [3, 309],
  ])
  expect(left).toEqual([])
})

test('the emptiest are merged first where that leaves out fewer boxes', () => {
  const boxes = [aBox(1, { tubes: 60 }), aBox(2, { tubes: 30 }), aBox(3, { tubes: 30 })]
  expect(plan(boxes, [], { targetBoxes: [aTarget(308, 60)] })).toEqual({
    whole: [],
    merged: [
      [2, 308],
      [3, 308],
    ],
    left: [1],
  })
  // Where it leaves out as many, the fullest are merged.
  expect(plan(boxes.slice(0, 2), [], { targetBoxes: [aTarget(308, 60)] }).left).toEqual([2])
})

test('cells that merged boxes leave count where one order leaves out fewer boxes', () => {
  const boxes = [
    anEmpty(1),
    aBox(2, { tubes: 60, holderId: 102 }),
    aBox(3, { tubes: 30, holderId: 103 }),
    aBox(4, { tubes: 30, holderId: 104 }),
  ]
  expect(plan(boxes, [aHolder(201, 1)], { targetBoxes: [aTarget(308, 60)] })).toEqual({
    whole: [[2, 201]],
    merged: [
      [3, 308],
      [4, 308],
    ],
    left: [1],
  })
})
