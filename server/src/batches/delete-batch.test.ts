import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'

const lab = await openLab()
const remove = (batchId: string) => lab.post(`/batches/delete?id=${batchId}`, undefined)
const get = async (id: string) => (await lab.get('/samples/get', { id })).json().sample

/** Deletes the batch during another request and undoes the deletion. Returns the reply of the other request. */
async function whileDeleted(
  batchId: string,
  send: () => ReturnType<typeof lab.post>,
  table?: 'audit_event' | 'sample_count',
) {
  const [reply, deleted] = await overlap(lab.db, [send, () => remove(batchId)], table)
  expect([reply?.statusCode, deleted?.statusCode]).toEqual([200, 200])
  const undone = await lab.post('/deletions/undo', { deletionId: deleted?.json().deletionId })
  expect(undone.json()).toMatchObject({ success: true })
  return { reply: reply?.json(), numSamples: undone.json().numSamples }
}

test('undo restores a scan that was in progress when the batch was deleted, with its event', async () => {
  const { id, batch_id } = await lab.addSample()
  await whileDeleted(batch_id, () => lab.post('/samples/receive', { identifier: id }), 'sample_count')
  expect(await get(id)).toMatchObject({ status: 'RECEIVED', version: 2 })
  const { events } = (await lab.get('/samples/lifecycle-history', { sampleId: id })).json()
  expect(events).toMatchObject([{ fromStatus: 'UNKNOWN', status: 'RECEIVED' }])
})

test('undo restores a bulk change of status that was in progress', async () => {
  const { id, batch_id } = await lab.addSample()
  const body = { sampleIds: [id], newStatus: 'COLLECTED' }
  await whileDeleted(batch_id, () => lab.post('/samples/update-statuses', body))
  expect((await get(id)).status).toBe('COLLECTED')
})

test('undo restores an edit that was in progress', async () => {
  const { id, batch_id } = await lab.addSample()
  const { reply } = await whileDeleted(batch_id, () => lab.post('/samples/update', { id, notes: 'clear' }))
  expect(await get(id)).toEqual(reply.sample)
})

test('a tube that moves to another batch during the deletion stays in its place', async () => {
  const { id, batch_id } = await lab.addSample()
  const box = { alias: 'Box', type: 'BOX', numberRows: 2, numberColumns: 2 }
  const { storage } = (await lab.post('/storage/add', box)).json()
  await lab.post('/samples/associate', { sampleId: id, storageId: storage.id, location: 'B2' })
  const batchId = await lab.addBatch({ name: 'Nordic study 5' })
  const { numSamples } = await whileDeleted(batch_id, () => lab.post('/samples/update', { id, batchId }))
  expect(numSamples).toBe(0)
  expect(await get(id)).toMatchObject({ batchName: 'Nordic study 5' })
  expect((await lab.get('/samples/location', { sampleId: id })).json().location).toBe('B2')
})

test('a tube that moves into the batch during the deletion is deleted and restored with it', async () => {
  const { id } = await lab.addSample()
  const batchId = await lab.addBatch({ name: 'Nordic study 5' })
  const { numSamples } = await whileDeleted(batchId, () => lab.post('/samples/update', { id, batchId }))
  expect(numSamples).toBe(1)
  expect(await get(id)).toMatchObject({ batchName: 'Nordic study 5' })
})

test('a request for a tube of a deleted batch is rejected and changes nothing', async () => {
  const { id, batch_id } = await lab.addSample()
  const before = await get(id)
  const [deleted, ...late] = await overlap(lab.db, [
    () => remove(batch_id),
    () => lab.post('/samples/receive', { identifier: id }),
    () => lab.post('/samples/update', { id, notes: 'clear' }),
    () => lab.post('/samples/add-child', { parentSampleId: id, count: 2, type: 'DNA' }),
  ])
  expect(late.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  await lab.post('/deletions/undo', { deletionId: deleted?.json().deletionId })
  expect(await get(id)).toEqual(before)
})

test('a batch that has got more samples since the dialog was opened is not deleted', async () => {
  const { batch_id: id, id: sampleId } = await lab.addSample()
  const { name } = (await lab.get('/batches/get', { id })).json().batch
  await lab.addSample({ batch_id: id })
  const removeSeen = (expectedNumSamples: number) =>
    lab.post(`/batches/delete?id=${id}`, { expectedNumSamples })
  const refused = await removeSeen(1)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'version-stale',
      message: `${name} has 2 samples by now, and not 1. Nothing was deleted; please look again.`,
    },
  ])
  expect((await get(sampleId)).batchName).toBe(name)
  expect((await removeSeen(2)).json()).toMatchObject({ success: true, numSamples: 2 })
})
