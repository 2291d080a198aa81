import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()
const { addBox, addStorage, addTube } = pickLab(lab)
const otherThanIds = [null, false, true, '', [], [1], '0x1', '1e0', 1.5, {}]
const cell = { rowCoordinate: 1, columnCoordinate: 2 }
const location = async (sampleId: string) => (await lab.get('/samples/location', { sampleId })).json()
const parentOf = async (id: number) =>
  (await lab.get('/storage/get', { id: String(id) })).json().storage.parentID
const refusal = async (path: string, body: object) => {
  const reply = await lab.post(path, body)
  return { status: reply.statusCode, field: reply.json().field }
}

test.each(otherThanIds)(
  'what is no id of a storage, such as %j, moves no tube and no box',
  async (storageId) => {
    const boxId = await addBox('Box 1')
    const { id: sampleId } = await addTube(boxId, 'B1')
    const rackId = await addStorage('Rack 1', 'RACK')
    await lab.post('/storage/associate', { parentStorageId: rackId, childStorageId: boxId, ...cell })

    const moves = [{ sampleId, storageId, ...cell, columnCoordinate: 1 }]
    expect(await refusal('/samples/arrange', { moves })).toEqual({ status: 400, field: 'moves.0.storageId' })
    expect(await refusal('/samples/arrange', { moves: [{ sampleId, storageId }] })).toEqual({
      status: 400,
      field: 'moves.0.storageId',
    })
    expect(
      await refusal('/storage/associate', { parentStorageId: storageId, childStorageId: boxId, ...cell }),
    ).toEqual({
      status: 400,
      field: 'parentStorageId',
    })
    expect(await refusal('/storage/update', { id: boxId, parentID: storageId, ...cell })).toEqual({
      status: 400,
      field: 'parentID',
    })
    expect(
      await refusal('/samples/update-location', { sampleLocation: { sampleId, storageId, location: 'A1' } }),
    ).toEqual({
      status: 400,
      field: 'sampleLocation.storageId',
    })
    expect(await location(sampleId)).toMatchObject({ storageId: boxId, location: 'B1' })
    expect(await parentOf(boxId)).toBe(rackId)
  },
)

test('no storage and a cell together are refused: a tube or box does not leave its place by mistake', async () => {
  const boxId = await addBox('Box 1')
  const { id: sampleId } = await addTube(boxId, 'B1')
  for (const storageId of [0, -1, '0']) {
    const replies = [
      await lab.post('/samples/arrange', { moves: [{ sampleId, storageId, ...cell }] }),
      await lab.post('/samples/update-location', { sampleLocation: { sampleId, storageId, location: 'A1' } }),
      await lab.post('/samples/update-location', { sampleLocation: { sampleId, storageId, ...cell } }),
      await lab.post('/storage/associate', { parentStorageId: storageId, childStorageId: boxId, ...cell }),
      await lab.post('/storage/update', { id: boxId, parentID: storageId, ...cell }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400])
  }
  expect(await location(sampleId)).toMatchObject({ storageId: boxId, location: 'B1' })
})

test.each([{ storageId: null }, {}])(
  'a place of a tube without a storage, %j, is refused: it leaves its cell only for storage 0',
  async (place) => {
    const boxId = await addBox('Box 1')
    const { id: sampleId } = await addTube(boxId, 'B1')
    expect(await refusal('/samples/update-location', { sampleLocation: { sampleId, ...place } })).toEqual({
      status: 400,
      field: 'sampleLocation.storageId',
    })
    expect(await location(sampleId)).toMatchObject({ storageId: boxId, location: 'B1' })
  },
)

test('a storage at the top that is put into no storage has not changed', async () => {
  const id = await addStorage('Rack 1', 'RACK')
  for (const parentID of [0, -1, null]) {
    expect((await lab.post('/storage/update', { id, parentID })).json().storage).toMatchObject({ version: 1 })
  }
})

test('an id of a storage may be written as a text of digits', async () => {
  const boxId = await addBox('Box 1')
  const { id: sampleId } = await addTube()
  await lab.post('/samples/associate', { sampleId, storageId: String(boxId), location: 'A1' })
  expect(await location(sampleId)).toMatchObject({ storageId: boxId })
})

test('a member that is null counts as not sent', async () => {
  const storageId = await addBox('Box 1')
  const readings = [{ at: testNow.toISOString(), celsius: -80 }]
  const replies = [
    await lab.post('/temperatures/post', { storageId: null, storage: 'Box 1', readings }),
    await lab.post('/temperatures/post', { storageId, storage: null, readings }),
    await lab.post('/custody/put-away', { sampleIds: null, storageId }),
    await lab.post('/storage-labels/print', { storageIds: [storageId], boxesInside: null }),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
})
