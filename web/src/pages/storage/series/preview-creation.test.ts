import { nameSeries } from '@lims/contract/name-series.ts'
import { expect, test } from 'vitest'
import { aStorage, aStoredBox } from '../../../../test/storage-records.ts'
import { previewCreation, previewInside } from './preview-creation.ts'

const rack = aStorage({ id: 2, alias: 'Rack 3', type: 'RACK', numberRows: 3, numberColumns: 4 })
const target = { parent: rack, occupancy: [aStoredBox()] }
const boxes = (aliases: string[]) => ({ aliases, type: 'BOX' as const })

test.each([
  [['Box 1'], 'Box 1, in A1 of Rack 3'],
  [['Box 1', 'Box 2'], 'Box 1 and Box 2, in A1 and C1 of Rack 3'],
  [nameSeries('Box 1', 11), 'Box 1 … Box 11, in A1 … D3 of Rack 3'],
])('the free cells are taken row by row: %j', (aliases, text) => {
  expect(previewCreation(boxes(aliases), target)).toEqual({ text })
})

test('at the top level there are no cells', () => {
  expect(previewCreation(boxes(['Box 1', 'Box 2', 'Box 3']), null)).toEqual({
    text: 'Box 1 … Box 3, at the top level',
  })
})

test.each([
  ['too few free cells', nameSeries('Box 1', 12), 'Only 11 cells of Rack 3 are free.'],
  ['a name that is there', ['Box 1', 'BOX 03'], 'Rack 3 already holds Box 03.'],
  ['a name that is too long', ['B'.repeat(201)], 'The names: must be at most 200 characters long.'],
])('what is in the way: %s', (_, aliases, obstacle) => {
  expect(previewCreation(boxes(aliases), target)).toEqual({ obstacle })
})

test('what is in the way: a type that does not fit, a full parent, and one free cell', () => {
  const shelves = { aliases: ['Shelf 1'], type: 'SHELF' as const }
  expect(previewCreation(shelves, target)).toEqual({ obstacle: 'A Rack cannot hold a Shelf.' })
  const small = { ...rack, numberRows: 1, numberColumns: 2 }
  expect(previewCreation(boxes(['Box 1', 'Box 2']), { ...target, parent: small })).toEqual({
    obstacle: 'Only 1 cell of Rack 3 is free.',
  })
  const single = { ...rack, numberRows: 1, numberColumns: 1 }
  const occupancy = [aStoredBox({ position: 'A1', columnCoordinate: 1 })]
  expect(previewCreation(boxes(['Box 1']), { parent: single, occupancy })).toEqual({
    obstacle: 'Rack 3 is full.',
  })
})

test('copies are counted with all storages inside', () => {
  const inside = [
    { type: 'RACK' as const, count: 4 },
    { type: 'BOX' as const, count: 60 },
  ]
  expect(previewInside('SHELF', 1, inside)).toEqual({ text: '1 shelf with 4 racks and 60 boxes' })
  expect(previewInside('SHELF', 3, inside)).toEqual({ text: '3 shelves with 12 racks and 180 boxes' })
  expect(previewInside('BOX', 2, [])).toEqual({ text: '2 boxes' })
  expect(previewInside('FREEZER', 50, [{ type: 'BOX', count: 120 }])).toEqual({
    obstacle: 'That makes 6,050 storages: at most 5,000 are created at once.',
  })
})
