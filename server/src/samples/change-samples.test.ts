import { expect, test } from 'vitest'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const add = async (body: object) => lab.post('/samples/add', body)
const aSample = (batchId: string) => ({
  name: 'NB-1',
  batchId,
  type: 'PLASMA',
  status: 'UNKNOWN',
  volume: 2,
  notes: '',
})
const get = async (id: string) => (await lab.get('/samples/get', { id })).json().sample

test('API-SAMP-01 creates a sample in a batch with a new tube ID', async () => {
  const batchId = await lab.addBatch()
  const reply = await add({ ...aSample(batchId), volume: 0.01, subjectId: 'P001' })
  expect(reply.statusCode).toBe(200)
  expect(reply.json().sample).toMatchObject({
    name: 'NB-1',
    volume: 0.01,
    batchId,
    subjectId: 'P001',
    status: 'UNKNOWN',
  })
  expect(reply.json().sample.alias).toMatch(/^T\d{7}$/)
})

test.each([
  ['name', { name: ' ' }, 'Please input Name!'],
  ['batchId', { batchId: undefined }, 'Please input Batch ID!'],
  ['type', { type: '' }, 'Please input Type!'],
  ['status', { status: null }, 'Please input Status!'],
  ['status', { status: 'FROZEN' }, "sample status validation failed: 'FROZEN' is not a status"],
  ['volume', { volume: -1 }, 'Volume must be 0 mL or more'],
  ['volume', { volume: 1_000_000.5 }, 'Volume must be at most 1,000,000 mL'],
  ['volume', { volume: 1e300 }, 'Volume must be at most 1,000,000 mL'],
  ['volume', { volume: 0.0000001 }, 'Volume must be a multiple of 0.000001 mL'],
])('SAMPF-04 VALID-33 D13 refuses a wrong %s in words', async (field, wrong, message) => {
  const batchId = await lab.addBatch()
  const reply = await add({ ...aSample(batchId), ...wrong })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ code: 'request-invalid', message, field })
})

test('rejects a sample for a batch that does not exist', async () => {
  const reply = await add(aSample('0b8a2f0e-6c0f-4a53-9a53-0d6a6f3c1f11'))
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'batch-not-found'])
})

test('API-SAMP-14 changes only the fields that are given', async () => {
  const { id } = await lab.addSample({ name: 'NB-1', notes: 'clear' })
  const reply = await lab.post('/samples/update', { id, name: 'NB-2', volume: 0.25 })
  expect(reply.json().sample).toMatchObject({
    name: 'NB-2',
    volume: 0.25,
    notes: 'clear',
    type: 'PLASMA',
    version: 2,
  })
  expect((await lab.post('/samples/update', { id, notes: '' })).json().sample).toMatchObject({
    notes: '',
    name: 'NB-2',
    volume: 0.25,
  })
})

test('rejects an update over somebody else’s change, with who changed what', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const { version } = await get(id)
  const bo = await lab.signIn('bo', 'Bo Chen')
  await lab.post('/samples/update', { id, version, notes: 'haemolysed' }, bo)
  const { id: other } = await lab.addSample({ name: 'NB-2' })
  await lab.post('/samples/update', { id: other, name: 'NB-3' }, await lab.signIn('cai', 'Cai Berg'))

  const reply = await lab.post('/samples/update', { id, version, notes: 'clear' })

  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toEqual({
    code: 'version-stale',
    message: 'Not saved: Bo Chen changed notes of NB-1.',
    changes: [{ field: 'notes', personName: 'Bo Chen', changedAt: expect.any(String) }],
  })
  expect((await get(id)).notes).toBe('haemolysed')
})

test('what a receipt and its undo note down is not reported as a change of the sample, only its status', async () => {
  const { id } = await lab.addSample({ name: 'NB-1', notes: 'clear' })
  const bo = await lab.signIn('bo', 'Bo Chen')
  const save = () => lab.post('/samples/update', { id, version: 1, notes: 'clear, cold' })
  lab.setNow(minutesLater(10))
  const scan = { identifier: id, notes: 'on dry ice', scannedAt: testNow.toISOString() }
  const { sample } = (await lab.post('/samples/receive', scan, bo)).json()
  expect((await save()).json().message).toBe('Not saved: Bo Chen changed status of NB-1.')

  const undone = await lab.post('/samples/undo-status', { eventIds: [sample.eventId] }, bo)
  expect(undone.statusCode).toBe(200)
  expect((await save()).json().message).toBe('Not saved: Bo Chen changed status of NB-1.')
})

test('LIFE-10 a status set in the edit form follows the lifecycle table and records an event', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const refused = await lab.post('/samples/update', { id, status: 'SEQUENCED', name: 'other' })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toMatch(/^status transition validation failed: NB-1 is UNKNOWN/)
  expect((await get(id)).name).toBe('NB-1')

  await lab.post('/samples/update', { id, status: 'COLLECTED' })
  const { events } = (await lab.get('/samples/lifecycle-history', { sample_id: id })).json()
  expect(events).toMatchObject([{ fromStatus: 'UNKNOWN', status: 'COLLECTED' }])
})

test('API-SAMP-17 ENT-17 changes many samples at once or none, and names each sample that cannot change', async () => {
  const a = await lab.addSample({ name: 'A' })
  const b = await lab.addSample({ name: 'B', status: 'QC_PASS' })
  const refused = await lab.post('/samples/update-statuses', {
    sampleIds: [a.id, b.id],
    newStatus: 'COLLECTED',
  })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toBe(
    'status transition validation failed: B is QC PASS; no sample was changed to COLLECTED',
  )
  const sent = { sampleIds: [a.id], newStatus: 'SENT_TO_C2N' }
  expect((await lab.post('/samples/update-statuses', sent)).json().message).toBe(
    'status transition validation failed: A is UNKNOWN; no sample was changed to SENT TO C2N',
  )
  expect((await get(a.id)).status).toBe('UNKNOWN')

  const done = await lab.post('/samples/update-statuses', {
    sample_ids: [a.id],
    new_status: 'COLLECTED',
    notes: 'all',
  })
  expect(done.json()).toMatchObject({ success: true, count: 1 })
  expect(await get(a.id)).toMatchObject({ status: 'COLLECTED', collectionTimestamp: expect.any(String) })
})

test('the events of a change of many samples are in the order of the request, each sample once', async () => {
  const ids = [(await lab.addSample()).id, (await lab.addSample()).id, (await lab.addSample()).id]
  const [first = '', ...others] = ids.toSorted()
  const sampleIds = [...others, first]
  const body = { sampleIds: [...sampleIds, ...ids], newStatus: 'COLLECTED' }
  const { eventIds } = (await lab.post('/samples/update-statuses', body)).json()
  const lastEvents = sampleIds.map(async (sampleId) => {
    const { events } = (await lab.get('/samples/lifecycle-history', { sampleId })).json()
    return events[0].id
  })
  expect(eventIds).toEqual(await Promise.all(lastEvents))
})

test('D13 a rejected bulk update names every sample that cannot change', async () => {
  const ids: string[] = []
  for (let n = 1; n <= 60; n++) ids.push((await lab.addSample({ name: `S-${n}`, status: 'SEQUENCED' })).id)
  const move = (sampleIds: string[]) =>
    lab.post('/samples/update-statuses', { sampleIds, newStatus: 'COLLECTED' })
  const { message } = (await move(ids)).json()
  for (let n = 1; n <= 60; n++) expect(message).toMatch(new RegExp(`\\bS-${n} is SEQUENCED[,;]`))

  const unknown = Array.from({ length: 60 }, () => crypto.randomUUID())
  const refused = (await move(unknown)).json().message
  expect(unknown.filter((id) => !refused.includes(id))).toEqual([])
})

test('D13 the list accepts SENT_TO_C2N and SENT_TO_COLLABORATOR as a filter', async () => {
  await lab.addSample({ status: 'SENT_TO_C2N' })
  await lab.addSample()
  const { totalSamples } = (await lab.get('/samples/list', { status: 'SENT_TO_COLLABORATOR' })).json()
  expect(totalSamples).toBe(1)
})

const firstTime: [string, string][] = [
  ['COLLECTED', 'collectionTimestamp'],
  ['RECEIVED', 'receivedTimestamp'],
  ['PROCESSED', 'processedTimestamp'],
  ['QC_PASS', 'qcTimestamp'],
  ['QC_FAIL', 'qcTimestamp'],
]

test.each(firstTime)('D9 a sample created as %s has its %s', async (status, field) => {
  const reply = await add({ ...aSample(await lab.addBatch()), status })
  const times = ['collectionTimestamp', 'receivedTimestamp', 'processedTimestamp', 'qcTimestamp']
  const { sample } = reply.json()
  const expected = Object.fromEntries(
    times.map((name) => [name, name === field ? testNow.toISOString() : null]),
  )
  expect(sample).toMatchObject({ status, version: 1, ...expected })
})

test('API-SAMP-03 deletes a sample; undo restores the same record with its history', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  await lab.post('/samples/receive', { identifier: id })
  const before = await get(id)
  const history = (await lab.get('/samples/lifecycle-history', { sampleId: id })).json()

  const { deletionId } = (await lab.post(`/samples/delete?id=${id}`, undefined)).json()
  expect((await lab.get('/samples/get', { id })).statusCode).toBe(404)
  expect((await lab.get('/samples/list')).json().totalSamples).toBe(0)
  const undone = await lab.post('/deletions/undo', { deletionId })

  expect(undone.json()).toEqual({ success: true, numSamples: 1 })
  expect(await get(id)).toEqual(before)
  expect((await lab.get('/samples/lifecycle-history', { sampleId: id })).json()).toEqual(history)
  expect((await lab.get('/samples/list')).json().totalSamples).toBe(1)
  expect((await lab.post('/deletions/undo', { deletionId })).json().code).toBe('deletion-undone')
})

test('rejects deleting a sample with children and gives their number', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  await lab.post('/samples/add-child', { parentSampleId: id, count: 2, type: 'DNA' })
  const reply = await lab.post(`/samples/delete?id=${id}`, undefined)
  expect(reply.statusCode).toBe(409)
  expect(reply.json().message).toBe('NB-1 has 2 child samples. Delete the children first.')
})

test('BATCH-10 deletes a batch with its samples; undo restores all of it', async () => {
  const made = await lab.post('/batches/add', {
    name: 'Pilot',
    description: 'd',
    numSamples: 25,
    tubeType: 'EDTA',
  })
  const { id } = made.json().batch
  const deleted = (await lab.post(`/batches/delete?id=${id}`, undefined)).json()
  expect(deleted).toMatchObject({ success: true, numSamples: 25 })
  expect((await lab.get('/batches/get', { id })).statusCode).toBe(404)

  await lab.post('/deletions/undo', { deletionId: deleted.deletionId })

  expect((await lab.get('/batches/get', { id })).json().batch).toEqual(made.json().batch)
  expect((await lab.get('/samples/list', { batchId: id })).json()).toMatchObject({
    totalSamples: 25,
    totalIsExact: true,
  })
})

test('API-BATCH-07 renames a batch, but not to a name that exists', async () => {
  const id = await lab.addBatch({ name: 'Pilot' })
  await lab.addBatch({ name: 'Nordic' })
  const taken = await lab.post('/batches/update', { id, name: 'NORDIC' })
  expect(taken.json()).toMatchObject({ code: 'batch-name-taken', field: 'name' })
  const renamed = await lab.post('/batches/update', { id, name: 'pilot 2', version: 1 })
  expect(renamed.json().batch).toMatchObject({ name: 'pilot 2', version: 2 })
})

test('of samples that are gone 200 are named, and more are counted', async () => {
  const ids = Array.from(
    { length: 1301 },
    (_, index) => `7f9c24e8-3b1a-4d0e-9c55-${`${index}`.padStart(12, '0')}`,
  )
  const refusal = async (count: number) => {
    const body = { sampleIds: ids.slice(0, count), newStatus: 'COLLECTED' }
    return (await lab.post('/samples/update-statuses', body)).json().message
  }
  const named = ids.slice(0, 200).join(', ')
  const gone = (which: string) => `Sample not found: ${which} of the samples do not exist any more.`
  const nothing = `Nothing was changed. Not found: ${named}`
  expect(await refusal(200)).toBe(`${gone('200')} ${nothing}`)
  expect(await refusal(201)).toBe(`${gone('201')} ${nothing} and 1 more`)
  expect(await refusal(1301)).toBe(`${gone('1,301')} ${nothing} and 1,101 more`)
})
