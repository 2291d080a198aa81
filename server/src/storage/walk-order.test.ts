import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BoxPath, compareCells, compareFreezers, sortForWalk } from './walk-order.ts'

/** A box in freezers and racks: 'Freezer 2/3.1/1.4' is in row 1, column 4 of what is in row 3, column 1. */
function boxAt(place: string, storageId: number): BoxPath {
  const [freezer = '', ...cells] = place.split('/')
  const positions = cells.map((cell) => {
    const [row = 0, column = 0] = cell.split('.').map(Number)
    return { row, column }
  })
  const root = [...freezer].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)
  return {
    storageId,
    ids: [root, ...positions.slice(1).map((_, index) => root + index + 1), storageId],
    path: [freezer, ...cells],
    cells: [null, ...positions],
  }
}

const walk = (places: readonly string[]) =>
  sortForWalk(places.map((place, index) => boxAt(place, index + 1))).map(
    ({ path, door }) => `${door}: ${path.join('/')}`,
  )

test('a walk goes freezer by freezer in the order of their names, and row by row inside', () => {
  expect(
    walk(['Freezer 10/1.1', 'Freezer 2/2.1', 'Freezer 2/1.2', 'Freezer 2/1.10', 'Freezer 2/1.2/3.1']),
  ).toEqual([
    '1: Freezer 2/1.2',
    '1: Freezer 2/1.2/3.1',
    '1: Freezer 2/1.10',
    '1: Freezer 2/2.1',
    '2: Freezer 10/1.1',
  ])
})

test('freezers are compared by name, and those of one name by their id', () => {
  const freezers = [
    { id: 5, alias: 'Freezer 2' },
    { id: 1, alias: 'Freezer 10' },
    { id: 4, alias: 'FREEZER 2' },
  ]
  for (const listed of [freezers, freezers.toReversed()]) {
    expect(listed.toSorted(compareFreezers).map(({ id }) => id)).toEqual([4, 5, 1])
  }
})

test('cells are compared row by row, and what has no cell comes first', () => {
  const inOrder = [null, null, { row: 1, column: 1 }, { row: 1, column: 3 }, { row: 2, column: 1 }]
  for (const cells of [inOrder, inOrder.toReversed()]) {
    expect(cells.toSorted(compareCells)).toEqual(inOrder)
  }
})

test('the walk is the same whatever order the boxes come in, and opens each door once', () => {
  const cell = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 12 }))
    .map((at) => at.join('.'))
  const place = fc
    .tuple(
      fc.constantFrom('Freezer 1', 'Freezer 2', 'Freezer 10'),
      fc.array(cell, { minLength: 1, maxLength: 3 }),
    )
    .map(([freezer, cells]) => [freezer, ...cells].join('/'))
  fc.assert(
    fc.property(fc.uniqueArray(place, { maxLength: 30 }), (places) => {
      const forward = walk(places)
      expect(walk(places.toReversed())).toEqual(forward)
      const doors = forward.map((stop) => Number(stop.split(':')[0]))
      expect(doors).toEqual(doors.toSorted((one, other) => one - other))
    }),
  )
})
