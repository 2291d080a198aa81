import { storageCode } from '@lims/contract/storage-code.ts'
import { beforeEach, expect, test } from 'vitest'
import { addFreezer } from '../../test/freezers.ts'
import { openLab } from '../../test/lab.ts'
import { evacuation, moving } from '../../test/moving.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()
const { confirm, message, parentOf, start } = moving(lab)

let boxId = 0
let rack = 0
const size = { racks: 1, rackSize: [1, 3] as [number, number] }
const setAxes = (rowPrefix: string, columnPrefix: string) =>
  ok(lab.post('/storage/update', { id: rack, rowPrefix, columnPrefix }))

beforeEach(async () => {
  const dead = await addFreezer(lab, { name: 'Freezer 1', ...size, boxesPerRack: 1, tubesPerBox: 1 })
  boxId = dead.boxIds[0] ?? 0
})

/** Plans Box 1 into the first cell of Rack A. */
async function planned(rowPrefix: string, columnPrefix: string) {
  rack = (await addFreezer(lab, { name: 'Freezer 2', ...size, boxesPerRack: 0 })).rackIds[0] ?? 0
  await setAxes(rowPrefix, columnPrefix)
  return start(evacuation({ id: await freezerOf(boxId), rackIds: [], boxIds: [] }))
}
const freezerOf = async (box: number) => {
  const { parentID } = await parentOf(box)
  return (await parentOf(parentID)).parentID
}

test.each([
  ['1', '1', '1-1', '1-2'],
  ['A', 'A', 'A-A', 'A-B'],
  ['A', 'A', 'a-a', 'A-B'],
])('a cell whose axes are %s and %s is named by its label %s', async (row, column, right, wrong) => {
  const move = await planned(row, column)
  const code = storageCode(rack)
  for (const where of [code, 'Freezer 2 › Rack A ›', 'Freezer 2 › Rack A']) {
    expect(await message(confirm(move.id, 'Box 1', `${where} ${wrong}`))).toBe(
      `That is ${wrong} of Rack A. Box 1 goes to Freezer 2 › Rack A › ${right.toUpperCase()}.`,
    )
  }
  await ok(confirm(move.id, 'Box 1', `${code} ${right}`))
})

test('the zeros of a label do not matter', async () => {
  const move = await planned('01', 'A')
  await ok(confirm(move.id, 'Box 1', `${storageCode(rack)} A1`))
  expect(await parentOf(boxId)).toMatchObject({ parentID: rack, position: 'A01' })
})

test('a cell after a hyphen is one of a storage whose name ends before the hyphen', async () => {
  const move = await planned('1', 'A')
  await ok(lab.post('/storage/add', { alias: 'Rack', type: 'RACK', numberRows: 9, numberColumns: 9 }))
  await ok(lab.post('/storage/update', { id: rack, alias: 'Rack Z' }))
  await ok(confirm(move.id, 'Box 1', 'Rack Z-A1'))
  expect(await parentOf(boxId)).toMatchObject({ parentID: rack, position: 'A1' })
})

test('a place with a dash in its name is found by what a scan field makes of it', async () => {
  const move = await planned('1', 'A')
  await ok(lab.post('/storage/update', { id: rack, alias: 'Rack −80 – A' }))
  await ok(confirm(move.id, 'Box 1', 'Rack -80 - A'))
  expect(await parentOf(boxId)).toMatchObject({ parentID: rack, position: 'A1' })
})

test('a box without a planned place goes into the cell with such a label', async () => {
  const warm = await addFreezer(lab, { name: 'Freezer 2', ...size, boxesPerRack: 0, temperatureC: -20 })
  rack = warm.rackIds[0] ?? 0
  await setAxes('1', '1')
  const move = await start(evacuation({ id: await freezerOf(boxId), rackIds: [], boxIds: [] }))
  expect(move.notFitting).toBe(1)
  await ok(confirm(move.id, 'Box 1', `${storageCode(rack)} 1-3`))
  expect(await parentOf(boxId)).toMatchObject({ parentID: rack, position: '1-3' })
})
