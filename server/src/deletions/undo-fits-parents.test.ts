import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()
const post = (path: string, body?: object) => ok(lab.post(path, body))
const get = async (id: string) => (await lab.get('/samples/get', { id })).json().sample
const remove = async (id: string): Promise<string> => (await post(`/samples/delete?id=${id}`)).deletionId
const addChildren = async (parentSampleId: string, count: number): Promise<string[]> => {
  const { samples } = await post('/samples/add-child', { parentSampleId, type: 'DNA', count })
  return samples.map(({ id }: { id: string }) => id)
}
const changeSubject = (id: string, subjectId: string, more: object = {}) =>
  post('/samples/update', { id, subjectId, ...more })

test('a restored child has the subject that its parent was given since the deletion, with an audit event', async () => {
  const { id } = await lab.addSample({ subject_id: 'P-0001', site_id: 'LU' })
  const [child = '', other = ''] = await addChildren(id, 2)
  await changeSubject(other, 'P-0009')
  const deletionId = (await post('/samples/delete-chosen', { sampleIds: [child, other] })).deletionId
  await changeSubject(id, 'P-0002', { alsoChildren: true })
  await changeSubject(id, 'P-0003', { alsoChildren: true })
  await post('/deletions/undo', { deletionId })
  expect(await get(child)).toMatchObject({ subjectId: 'P-0003', siteId: 'LU', version: 2 })
  expect(await get(other)).toMatchObject({ subjectId: 'P-0009', version: 2 })
  const events = await auditEventsOf(lab, 'sample.update')
  expect(events.filter(({ entity_id }) => entity_id === child)).toMatchObject([
    { before: { subjectId: 'P-0001' }, after: { subjectId: 'P-0003', version: 2 } },
  ])
})

test('a restored child keeps its subject if its siblings have kept theirs', async () => {
  const { id } = await lab.addSample({ subject_id: 'P-0001' })
  const [child = '', sibling = ''] = await addChildren(id, 2)
  const deletionId = await remove(child)
  await changeSubject(id, 'P-0002')
  await post('/deletions/undo', { deletionId })
  const subjects = [(await get(child)).subjectId, (await get(sibling)).subjectId]
  expect(subjects).toEqual(['P-0001', 'P-0001'])
})

test('a restored child keeps a subject that its parent had got before the deletion', async () => {
  const { id } = await lab.addSample({ subject_id: 'P-0001' })
  const [child = ''] = await addChildren(id, 1)
  await changeSubject(id, 'P-0002')
  const deletionId = await remove(child)
  await changeSubject(id, 'P-0003')
  await post('/deletions/undo', { deletionId })
  expect(await get(child)).toMatchObject({ subjectId: 'P-0001', version: 1 })
})

test('the undo of an edit of many samples takes back what a child restored since has got by it', async () => {
  const { id } = await lab.addSample({ subject_id: 'P-0001' })
  const [child = '', other = ''] = await addChildren(id, 2)
  await changeSubject(other, 'P-0002')
  const deletionId = (await post('/samples/delete-chosen', { sampleIds: [child, other] })).deletionId
  const edit = { field: 'subjectId', sampleIds: [id], versions: [1], values: ['P-0002'], alsoChildren: true }
  const { undo } = await post('/samples/edit-field', edit)
  lab.setNow(new Date(testNow.getTime() + 1))
  await post('/deletions/undo', { deletionId })
  await post('/samples/edit-field', undo)
  const subjects = [await get(id), await get(child), await get(other)].map(({ subjectId }) => subjectId)
  expect(subjects).toEqual(['P-0001', 'P-0001', 'P-0002'])
})

test('the undo of an edit reaches a child whose restoring was requested before the edit, and waited for it', async () => {
  const { id } = await lab.addSample({ subject_id: 'P-0001' })
  const [child = ''] = await addChildren(id, 1)
  const deletionId = await remove(child)
  const edit = { field: 'subjectId', sampleIds: [id], versions: [1], values: ['P-0002'], alsoChildren: true }
  lab.setNow(new Date(testNow.getTime() + 1))
  const { undo } = await post('/samples/edit-field', edit)
  lab.setNow(testNow)
  await post('/deletions/undo', { deletionId })
  expect((await get(child)).subjectId).toBe('P-0002')
  await post('/samples/edit-field', undo)
  expect((await get(child)).subjectId).toBe('P-0001')
})

test('a child whose former batch was deleted since comes back to the batch that its parent is in now', async () => {
  const { id, batch_id } = await lab.addSample()
  const [child = ''] = await addChildren(id, 1)
  const deletionId = await remove(child)
  const batchId = await lab.addBatch({ name: 'Nordic study 5' })
  await post('/samples/update', { id, batchId })
  await post(`/batches/delete?id=${batch_id}`)
  await post('/deletions/undo', { deletionId })
  expect(await get(child)).toMatchObject({ batchId, batchName: 'Nordic study 5', version: 2 })
  const events = await auditEventsOf(lab, 'sample.update')
  expect(events.filter(({ entity_id }) => entity_id === child)).toMatchObject([
    { before: { batchId: batch_id }, after: { batchId, version: 2 } },
  ])
})

test('what a sample waits for is named: its batch, or its parent', async () => {
  const { id, batch_id } = await lab.addSample({ name: 'NB-7' })
  const [child = ''] = await addChildren(id, 1)
  const ofChild = await remove(child)
  const ofParent = await remove(id)
  const refused = async (deletionId: string) => (await lab.post('/deletions/undo', { deletionId })).json()
  expect(await refused(ofChild)).toEqual({
    code: 'restore-impossible',
    message: 'It cannot come back: its parent NB-7 has been deleted since. Restore that first.',
  })
  await post(`/batches/delete?id=${batch_id}`)
  expect(await refused(ofParent)).toEqual({
    code: 'restore-impossible',
    message: 'It cannot come back: its batch Nordic study 4 has been deleted since. Restore that first.',
  })
})
