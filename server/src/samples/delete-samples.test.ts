import { expect, test } from 'vitest'
import { contentsOf } from '../../test/contents.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const remove = (sampleIds: readonly string[], extra: Record<string, string> = {}) =>
  lab.post('/samples/delete-chosen', { sampleIds }, lab.token(), extra)
const total = async () => (await lab.get('/samples/list')).json().totalSamples
const sampleRows = () =>
  lab.db.selectFrom('sample').select(['id', 'name', 'status', 'version']).orderBy('number').execute()

async function addStored() {
  const { id: storageId } = (
    await lab.post('/storage/add', { alias: 'Box 3', type: 'BOX', numberRows: 3, numberColumns: 3 })
  ).json().storage
  const batch_id = await lab.addBatch()
  const samples = []
  for (const location of ['A1', 'B1', 'C1']) {
    const sample = await lab.addSample({ name: `NB-${location}`, batch_id })
    await lab.post('/samples/associate', { sampleId: sample.id, storageId, location })
    await lab.post('/samples/receive', { identifier: sample.id })
    samples.push(sample)
  }
  return { storageId, batch_id, ids: samples.map(({ id }) => id) }
}

test('E5 many samples are deleted in one step, and one undo brings all back with place and history', async () => {
  const { ids } = await addStored()
  const before = await sampleRows()
  const deleted = await remove(ids)
  expect(deleted.json()).toEqual({ success: true, numSamples: 3, deletionId: expect.any(String) })
  expect(await total()).toBe(0)

  const { deletionId } = deleted.json()
  const undone = await lab.post('/deletions/undo', { deletionId })
  expect(undone.json()).toEqual({ success: true, numSamples: 3 })
  expect(await sampleRows()).toEqual(before)
  for (const [index, sampleId] of ids.entries()) {
    expect((await lab.get('/samples/location', { sampleId })).json().location).toBe(['A1', 'B1', 'C1'][index])
    expect((await lab.get('/samples/lifecycle-history', { sampleId })).json().events).toHaveLength(1)
  }
  const events = await lab.db
    .selectFrom('audit_event')
    .select(['action', 'entity_type', 'entity_id', 'after'])
    .where('action', 'in', ['sample.delete', 'sample.restore'])
    .orderBy('id')
    .execute()
  const event = { entity_type: 'sample', after: { deletionId } }
  expect(events).toEqual(
    ['sample.delete', 'sample.restore'].flatMap((action) =>
      ids.map((entity_id) => ({ action, entity_id, ...event })),
    ),
  )
})

test('E5 a family is deleted together and comes back; a parent alone is refused, and nothing is deleted', async () => {
  const batch_id = await lab.addBatch()
  const parent = await lab.addSample({ name: 'NB-1', batch_id })
  const other = await lab.addSample({ name: 'NB-2', batch_id })
  const reply = await lab.post('/samples/add-child', { parentSampleId: parent.id, count: 2, type: 'DNA' })
  const children = reply.json().samples.map(({ id }: { id: string }) => id)

  const before = await contentsOf(lab.db)
  const refused = await remove([other.id, parent.id, children[0]])
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'sample-has-children',
      message: 'NB-1 has 1 child sample that is not chosen. Nothing was deleted; choose the children too.',
    },
  ])
  expect(await contentsOf(lab.db)).toBe(before)

  const { deletionId } = (await remove([...children, parent.id])).json()
  expect(await total()).toBe(1)
  await lab.post('/deletions/undo', { deletionId })
  expect((await lab.get('/samples/children', { sampleId: parent.id })).json().children).toHaveLength(2)
})

test('E5 a refusal counts the children that are not chosen, and the other samples that have some', async () => {
  const batch_id = await lab.addBatch()
  const parents: string[] = []
  for (const name of ['NB-1', 'NB-2', 'NB-3']) {
    const { id } = await lab.addSample({ name, batch_id })
    await lab.post('/samples/add-child', { parentSampleId: id, count: 2, type: 'DNA' })
    parents.push(id)
  }
  const messages = [1, 2, 3].map(async (count) => (await remove(parents.slice(0, count))).json().message)
  const none = 'Nothing was deleted; choose the children too.'
  expect(await Promise.all(messages)).toEqual([
    `NB-1 has 2 child samples that are not chosen. ${none}`,
    `NB-1 has 2 child samples that are not chosen, and so has 1 other sample. ${none}`,
    `NB-1 has 2 child samples that are not chosen, and so have 2 other samples. ${none}`,
  ])
})

test('E5 one unknown sample refuses all, and the sentence says how many are gone', async () => {
  const { ids } = await addStored()
  const before = await contentsOf(lab.db)
  const refused = await remove([...ids, '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f', 'x'])
  expect([refused.statusCode, refused.json().message]).toEqual([
    404,
    'Sample not found: 2 of the samples do not exist any more. Nothing was deleted.',
  ])
  expect(await contentsOf(lab.db)).toBe(before)
})

test('E5 a repeated request deletes once', async () => {
  const { ids } = await addStored()
  const key = { 'idempotency-key': 'one-delete' }
  const first = await remove(ids, key)
  expect((await remove(ids, key)).json()).toEqual(first.json())
  expect(await lab.db.selectFrom('deletion').selectAll().execute()).toHaveLength(1)
})

test('E5 of a cell that was taken the undo names it, and brings all back without that place', async () => {
  const { ids, storageId, batch_id } = await addStored()
  const { deletionId } = (await remove(ids)).json()
  const newcomer = await lab.addSample({ name: 'New', batch_id })
  await lab.post('/samples/associate', { sampleId: newcomer.id, storageId, location: 'B1' })
  const refused = await lab.post('/deletions/undo', { deletionId })
  expect(refused.json().message).toContain('B1 of Box 3 holds New')
  expect((await lab.post('/deletions/undo', { deletionId, withoutPlace: true })).json().numSamples).toBe(3)
  const { samples } = (await lab.post('/samples/chosen', { sampleIds: ids })).json()
  expect(samples.map(({ place }: { place: unknown }) => place !== null)).toEqual([true, false, true])
})
