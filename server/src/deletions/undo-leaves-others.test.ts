import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()

const post = (path: string, body: object) => ok(lab.post(path, body))
const addStorage = async (alias: string, type: string, more: object = {}): Promise<number> =>
  (await post('/storage/add', { alias, type, numberRows: 3, numberColumns: 3, ...more })).storage.id
const remove = async (path: string): Promise<string> => (await post(path, {})).deletionId
const undo = (deletionId: string) => post('/deletions/undo', { deletionId })
const sampleOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample

/** A parent with a child, in a batch of their own. */
async function addFamily(name: string) {
  const batch_id = await lab.addBatch({ name: `Batch of ${name}` })
  const { id: parentSampleId } = await lab.addSample({ name, batch_id })
  const { sample } = await post('/samples/add-child', { parentSampleId, type: 'DNA' })
  return { parentSampleId, childId: sample.id as string, batchId: batch_id }
}

test('a restored child whose parent is where it was is not changed, and no other sample is', async () => {
  const [own, other] = [await addFamily('P1'), await addFamily('P2')]
  const samples = [own, other].flatMap(({ parentSampleId, childId }) => [parentSampleId, childId])
  const before = await Promise.all(samples.map(sampleOf))
  await undo(await remove(`/samples/delete?id=${other.childId}`))
  await undo(await remove(`/samples/delete?id=${own.childId}`))
  expect(await Promise.all(samples.map(sampleOf))).toEqual(before)
  expect(await auditEventsOf(lab, 'sample.update')).toEqual([])
})

test('a restored child that joins its parent in another batch has a later version, and no other sample is changed', async () => {
  const [own, other] = [await addFamily('P1'), await addFamily('P2')]
  const before = await sampleOf(own.childId)
  const others = await Promise.all([other.parentSampleId, other.childId].map(sampleOf))
  const deletionId = await remove(`/samples/delete?id=${own.childId}`)
  await post('/samples/update', { id: own.parentSampleId, batchId: other.batchId })
  await undo(deletionId)
  expect(await sampleOf(own.childId)).toMatchObject({ batchId: other.batchId, version: before.version + 1 })
  expect(await Promise.all([other.parentSampleId, other.childId].map(sampleOf))).toEqual(others)
})

test('each of several restored samples has an event of its own, in the order of registration', async () => {
  const batch_id = await lab.addBatch()
  const ids: string[] = []
  for (const name of ['NB-1', 'NB-2', 'NB-3']) ids.push((await lab.addSample({ name, batch_id })).id)
  const { deletionId } = await post('/samples/delete-chosen', { sampleIds: ids.toReversed() })
  expect(await undo(deletionId)).toEqual({ success: true, numSamples: 3 })
  const events = await auditEventsOf(lab, 'sample.restore')
  expect(events.map(({ entity_id }) => entity_id)).toEqual(ids)
})

test('a storage comes back although storages in other places have its name', async () => {
  const [rack, elsewhere] = [await addStorage('Rack A', 'RACK'), await addStorage('Rack B', 'RACK')]
  const box = await addStorage('Box 3', 'BOX', { parentID: rack })
  await addStorage('Box 4', 'BOX', { parentID: rack, rowCoordinate: 2, columnCoordinate: 1 })
  const deletionId = await remove(`/storage/delete?id=${box}`)
  await addStorage('Box 3', 'BOX', { parentID: elsewhere })
  await addStorage('Box 3', 'BOX')
  await undo(deletionId)
  const { storage } = (await lab.get('/storage/get', { id: String(box) })).json()
  expect(storage).toMatchObject({ alias: 'Box 3', parentID: rack })
})

test('cells of another deletion that are taken do not stand in the way', async () => {
  const box = await addStorage('Box', 'BOX')
  const [first, second, newcomer] = [await lab.addSample(), await lab.addSample(), await lab.addSample()]
  const place = (sampleId: string, location: string) =>
    post('/samples/associate', { sampleId, storageId: box, location })
  await place(first.id, 'A1')
  await place(second.id, 'A2')
  await remove(`/samples/delete?id=${first.id}`)
  const deletionId = await remove(`/samples/delete?id=${second.id}`)
  await place(newcomer.id, 'A1')
  await undo(deletionId)
  const restored = (await lab.get('/samples/location', { sampleId: second.id })).json()
  expect(restored).toMatchObject({ inStorage: true, location: 'A2' })
})

test('of two deleted samples with one tube ID the one that was deleted last is found', async () => {
  const find = async (code: string) => (await lab.get('/deletions/find', { code })).json().deletion
  const alias = 'T0000077'
  const ids: string[] = []
  for (const [hour, name] of ['NB-1', 'NB-2', 'NB-3'].entries()) {
    lab.setNow(new Date(Date.UTC(2026, 4, 4, 8 + hour)))
    const { id } = await lab.addSample({ name, alias })
    ids.push(id)
    await remove(`/samples/delete?id=${id}`)
  }
  expect(await find(alias)).toMatchObject({ name: 'NB-3', sampleId: ids[2] })
})
