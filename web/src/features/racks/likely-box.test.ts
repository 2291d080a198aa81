import { expect, test } from 'vitest'
import { aRackEntry } from '../../../test/rack-records.ts'
import { findLikelyBox } from './likely-box.ts'

const inBox = (storageId: number, alias: string) =>
  aRackEntry({
    state: 'moved',
    from: {
      storageId,
      rowCoordinate: 1,
      columnCoordinate: 1,
      position: 'A1',
      path: `Rack A › ${alias} › A1`,
    },
  })
const isNew = aRackEntry({ state: 'new' })
const unknown = aRackEntry({ state: 'unknown', sample: undefined })

test('a file whose tubes are mostly registered in one other box is probably of that box', () => {
  expect(findLikelyBox([inBox(9, 'Box 9'), inBox(9, 'Box 9'), isNew, unknown, unknown], 3)).toEqual({
    storageId: 9,
    path: 'Rack A › Box 9',
    tubes: 2,
    known: 3,
  })
})

test.each([
  ['half of the tubes', [inBox(9, 'Box 9'), inBox(9, 'Box 9'), isNew, isNew]],
  ['one tube', [inBox(9, 'Box 9')]],
  ['tubes of two boxes', [inBox(9, 'Box 9'), inBox(8, 'Box 8')]],
  ['one that is in its place here', [...Array(5).fill(inBox(9, 'Box 9')), aRackEntry({ state: 'same' })]],
  ['one of another cell here', [...Array(5).fill(inBox(9, 'Box 9')), inBox(3, 'Box 3')]],
  ['no known tube', [unknown]],
])('%s: the file may well be of the chosen box', (_, entries) => {
  expect(findLikelyBox(entries, 3)).toBeUndefined()
})
