import { expect, test } from 'vitest'
import { aMissingTube, aRackEntry, aRackPreview, aRackTube } from '../../../test/rack-records.ts'
import { aStoredTube } from '../../../test/storage-records.ts'
import { rackCells } from './rack-cells.ts'

const tube = (number: number) =>
  aRackTube({ sampleId: `id-${number}`, alias: `T${number}`, name: `NB-${number}` })
const stored = (number: number, columnCoordinate: number) =>
  aStoredTube({
    contentId: `id-${number}`,
    contentAlias: `T${number}`,
    contentName: `NB-${number}`,
    columnCoordinate,
  })
const at = (columnCoordinate: number) => ({
  rowCoordinate: 1,
  columnCoordinate,
  position: `1-${columnCoordinate}`,
})
const gone = (number: number, column: number, isInTheWay: boolean) =>
  aMissingTube({ ...tube(number), ...at(column), isInTheWay })

test('shows the scanned tubes with their previous location, and leaves the rest of the box unchanged', () => {
  const from = { storageId: 9, rowCoordinate: 2, columnCoordinate: 2, position: 'B2', path: 'Box 9 › B2' }
  const preview = aRackPreview({
    entries: [
      aRackEntry({ ...at(1), state: 'moved', sample: tube(1), from }),
      aRackEntry({ ...at(2), state: 'unknown', code: 'X9', sample: undefined }),
    ],
  })
  const cells = rackCells(preview, [stored(5, 3)], false)
  expect([...cells]).toEqual([
    ['1,3', { state: 'notInFile', tube: 'T5', name: 'NB-5' }],
    ['1,1', { state: 'moved', tube: 'T1', name: 'NB-1', from: 'Box 9 › B2' }],
    ['1,2', { state: 'unknown', tube: 'X9', name: '' }],
  ])
})

test('names that are written from right to left keep their order in the previous location', () => {
  const path = 'מקפיא 1 › Box 9 › B2'
  const from = { storageId: 9, rowCoordinate: 2, columnCoordinate: 2, position: 'B2', path }
  const preview = aRackPreview({ entries: [aRackEntry({ ...at(1), state: 'moved', sample: tube(1), from })] })
  expect(rackCells(preview, [], false).get('1,1')).toMatchObject({
    from: '\u2068מקפיא 1\u2069 › \u2068Box 9\u2069 › \u2068B2\u2069',
  })
})

test('a tube that moves is not shown in the cell that it leaves', () => {
  const preview = aRackPreview({ entries: [aRackEntry({ ...at(1), state: 'moved', sample: tube(5) })] })
  expect([...rackCells(preview, [stored(5, 3)], false).keys()]).toEqual(['1,1'])
})

test('an unreadable cell keeps its registered tube', () => {
  const entries = [aRackEntry({ ...at(1), state: 'unreadable', code: '', sample: undefined })]
  expect(rackCells(aRackPreview({ entries }), [stored(5, 1)], true).get('1,1')).toEqual({
    state: 'unreadable',
    tube: 'T5',
    name: 'NB-5',
  })
})

test('a missing tube is shown in its empty cell, or below the tube that takes its cell', () => {
  const preview = aRackPreview({
    entries: [
      aRackEntry({ ...at(1), state: 'empty', code: '', sample: undefined }),
      aRackEntry({ ...at(2), state: 'new', sample: tube(7) }),
    ],
    missing: [gone(5, 1, false), gone(6, 2, true)],
  })
  const cells = rackCells(preview, [stored(5, 1), stored(6, 2)], true)
  expect(cells.get('1,1')).toEqual({
    state: 'missing',
    tube: 'T5',
    name: 'NB-5',
    missing: 'T5',
    isTakenOut: true,
  })
  expect(cells.get('1,2')).toEqual({
    state: 'new',
    tube: 'T7',
    name: 'NB-7',
    missing: 'T6',
    isTakenOut: true,
  })
})
