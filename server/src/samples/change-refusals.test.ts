import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

/** What the calls that change a sample or a batch say when they refuse, word by word. */
const lab = await openLab()
const missing = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'
const noSample = { code: 'sample-not-found', message: 'Sample not found' }
const noBatch = { code: 'batch-not-found', message: 'Batch not found' }
const newSample = (more: object) => ({ name: 'NB-1', type: 'PLASMA', status: 'UNKNOWN', ...more })
const historyOf = async (sampleId: string) =>
  (await lab.get('/samples/lifecycle-history', { sampleId })).json().events

test.each([
  ['/samples/update', { id: missing, notes: 'x' }, noSample],
  [`/samples/delete?id=${missing}`, {}, noSample],
  ['/batches/update', { id: missing, description: 'x' }, noBatch],
  [`/batches/delete?id=${missing}`, {}, noBatch],
  ['/samples/add', newSample({ batchId: missing }), { ...noBatch, field: 'batchId' }],
])('%s refuses what is not there', async (path, body, expected) => {
  const reply = await lab.post(path, body)
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual(expected)
})

test('a sample is not moved to a batch that is not there, nor a child away from its parent', async () => {
  const parent = await lab.addSample()
  const child = await lab.addSample({ name: 'NB-2', parent_sample_id: parent.id })
  const away = await lab.post('/samples/update', { id: parent.id, batchId: missing })
  expect([away.statusCode, away.json()]).toEqual([404, { ...noBatch, field: 'batchId' }])
  const other = await lab.addBatch({ name: 'Other' })
  const alone = await lab.post('/samples/update', { id: child.id, batchId: other })
  expect([alone.statusCode, alone.json()]).toEqual([
    409,
    {
      code: 'parent-is-child',
      message: 'NB-2 is a child sample and must stay in the batch of its parent.',
      field: 'batchId',
    },
  ])
})

test('a sample with children is not deleted without them, and how many it has is said', async () => {
  const parent = await lab.addSample()
  const refusal = async () => (await lab.post(`/samples/delete?id=${parent.id}`, {})).json().message
  await lab.addSample({ name: 'NB-2', parent_sample_id: parent.id })
  expect(await refusal()).toMatch(/ has 1 child sample\. Delete the children first\.$/)
  await lab.addSample({ name: 'NB-3', parent_sample_id: parent.id })
  expect(await refusal()).toMatch(/ has 2 child samples\. /)
})

test('a save over version 0, which no sample has, is refused like one over another older version', async () => {
  const { sample } = (await lab.post('/samples/add', newSample({ batchId: await lab.addBatch() }))).json()
  const reply = await lab.post('/samples/update', { id: sample.id, version: 0, notes: 'clear' })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'version-stale'])
})

test('a status alone counts as one change, and the same status as none', async () => {
  const { id } = await lab.addSample()
  const versionOf = async () => (await lab.get('/samples/get', { id })).json().sample.version
  const before = await versionOf()
  await lab.post('/samples/update', { id, status: 'COLLECTED' })
  expect(await versionOf()).toBe(before + 1)
  await lab.post('/samples/update', { id, status: 'COLLECTED', notes: 'centrifuged' })
  expect(await versionOf()).toBe(before + 2)
  expect(await historyOf(id)).toHaveLength(1)
})

test('a sample that is added with a status has it in its history; one of unknown status has none', async () => {
  const batchId = await lab.addBatch()
  const add = async (more: object) =>
    (await lab.post('/samples/add', newSample({ batchId, ...more }))).json().sample.id as string
  expect(await historyOf(await add({}))).toEqual([])
  expect(await historyOf(await add({ name: 'NB-2', status: 'COLLECTED' }))).toMatchObject([
    { fromStatus: null, status: 'COLLECTED' },
  ])
})

test('the same moment in another time zone is no change', async () => {
  const { id } = await lab.addSample()
  const update = async (collectionTimestamp: string) =>
    (await lab.post('/samples/update', { id, collectionTimestamp })).json().sample.version
  const version = await update('2026-11-19T09:30:00.000Z')
  expect(await update('2026-11-19T10:30:00+01:00')).toBe(version)
  expect(await update('2026-11-19T10:30:00Z')).toBe(version + 1)
})

test('a sample is not collected in the future; today of a person in the east is', async () => {
  const { id } = await lab.addSample()
  const update = (collectionTimestamp: string) => lab.post('/samples/update', { id, collectionTimestamp })
  const refused = await update('2027-11-19T09:00:00Z')
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    {
      code: 'request-invalid',
      message: 'Collected must not be in the future.',
      field: 'collectionTimestamp',
    },
  ])
  expect((await update('2026-11-21T09:00:00Z')).statusCode).toBe(200)
})
