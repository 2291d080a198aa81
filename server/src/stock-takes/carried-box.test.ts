import type { StockTakeDifference } from '@lims/contract/stock-takes.ts'
import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const { addStorage, apply, build, differences, post, read, scan, start } = countedFreezer(lab)

const placesOf = (listed: readonly StockTakeDifference[]) =>
  listed.map(({ recordedPlace, foundPlace }) => [recordedPlace, foundPlace])

async function countInCarriedBox() {
  const { freezer, rack, box1, samples } = await build(1)
  const { id } = await start(freezer)
  const other = await addStorage('Freezer 2', 'FREEZER')
  const otherRack = await addStorage('Rack C', 'RACK', { parentID: other })
  await post('/storage/update', { id: box1, alias: 'Box 1 (old)', parentID: otherRack })
  const code = samples[0]?.alias ?? ''
  await scan(id, box1, code, { row: 1, column: 2 })
  return { id, rack, box1, otherRack, code }
}
const placesInFreezer2 = [['Freezer 2 › Rack C › Box 1 (old) › A1', 'Freezer 2 › Rack C › Box 1 (old) › B1']]

test('a box that is renamed and carried elsewhere is named by where it is, on the page and in its differences', async () => {
  const { id, rack, box1 } = await countInCarriedBox()
  expect((await read(id)).boxes).toMatchObject([
    { alias: 'Box 1 (old)', path: 'Freezer 2 › Rack C' },
    { alias: 'Box 2', path: 'Rack A' },
  ])
  expect(placesOf(await differences(id))).toEqual(placesInFreezer2)

  await post('/storage/disassociate', { storageId: box1 })
  expect((await read(id)).boxes[0]).toMatchObject({ alias: 'Box 1 (old)', path: '' })
  await post('/storage/update', { id: box1, parentID: rack })
  expect((await read(id)).boxes[0]).toMatchObject({ alias: 'Box 1 (old)', path: 'Rack A' })
})

test('the report of a closed stock-take has the places at its end', async () => {
  const { id, rack, box1, code } = await countInCarriedBox()
  await apply(id, { results: [] })
  await post('/storage/update', { id: box1, alias: 'Box 1', parentID: rack })
  expect((await read(id)).boxes[0]).toMatchObject({ alias: 'Box 1 (old)', path: 'Freezer 2 › Rack C' })
  const report = (await lab.get('/stock-takes/report', { id, format: 'csv' })).body
  expect(report).toContain(`${code},`)
  expect(report).toContain('Freezer 2 › Rack C › Box 1 (old) › B1')

  await post('/stock-takes/undo', { id })
  expect((await read(id)).boxes[0]).toMatchObject({ alias: 'Box 1', path: 'Rack A' })
})

test('a box that was deleted keeps the name and the place that it had at the start', async () => {
  const { freezer, box2 } = await build(1)
  const { id } = await start(freezer)
  await post('/storage/update', { id: box2, alias: 'Box 9' })
  await post(`/storage/delete?id=${box2}`, {})
  expect((await read(id)).boxes[1]).toMatchObject({ alias: 'Box 2', path: 'Rack A' })
})

test('a tube that is counted again elsewhere says where it was counted, by the present path of the box', async () => {
  const { freezer, box1, box2, samples } = await build(1)
  const { id } = await start(freezer)
  const code = samples[0]?.alias ?? ''
  await scan(id, box2, code)
  await post('/storage/update', { id: box2, alias: 'Box 9' })
  expect(await scan(id, box1, code)).toMatchObject({ countedBefore: 'Freezer 1 › Rack A › Box 9' })
})

test('a tube that is counted again says the name at the start of the box where it was counted, if that was deleted', async () => {
  const { freezer, box1, box2, samples } = await build(1)
  const { id } = await start(freezer)
  const code = samples[0]?.alias ?? ''
  await scan(id, box2, code)
  await post(`/storage/delete?id=${box2}`, {})
  expect(await scan(id, box1, code)).toMatchObject({ countedBefore: 'Box 2' })
})
