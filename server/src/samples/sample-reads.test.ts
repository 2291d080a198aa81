import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const at = testNow.toISOString()
const anId = expect.stringMatching(/^[0-9a-f-]{36}$/)
const list = async (path: string, query: Record<string, string> = {}) => (await lab.get(path, query)).json()
const namesOf = ({ samples }: { samples: { name: string }[] }) => samples.map(({ name }) => name)

test('ENT-03 ENT-04 ENT-05 ENT-06 ENT-07 ENT-08 ENT-09 API-SAMP-06 API-SAMP-10 returns a sample with all fields', async () => {
  const { id, batch_id } = await lab.addSample({ name: 'NB-001', subject_id: 'P001', site_id: 'SITE001' })
  await lab.post('/samples/update', { id, visitId: 'V1', bamFileUri: 's3://seq/nb.bam', notes: 'clear' })
  const { sample } = await list('/samples/get', { id })
  expect(sample).toEqual({
    id,
    name: 'NB-001',
    alias: 'T0000001',
    type: 'PLASMA',
    status: 'UNKNOWN',
    custody: 'AVAILABLE',
    thawCount: 0,
    volume: 2,
    notes: 'clear',
    batchId: batch_id,
    batchName: 'Nordic study 4',
    parentSampleId: null,
    visitId: 'V1',
    subjectId: 'P001',
    siteId: 'SITE001',
    collectionTimestamp: null,
    receivedTimestamp: null,
    qcTimestamp: null,
    processedTimestamp: null,
    archivedTimestamp: null,
    bamFileUri: 's3://seq/nb.bam',
    tubeType: null,
    metadata: { createdAt: at, updatedAt: at },
    version: 2,
  })
  expect(await list('/samples/subject', { sampleId: id })).toEqual({ subjectId: 'P001', siteId: 'SITE001' })
})

test('ENT-10 API-SAMP-11 API-SAMP-12 CONST-02 CONST-03 pages start at zero with ten samples each, in both spellings; text and status filter', async () => {
  for (let tube = 1; tube <= 12; tube++) await lab.addSample({ name: `NB-${tube}` })
  const first = await list('/samples/list')
  expect(first).toMatchObject({ totalSamples: 12, totalIsExact: true })
  expect(first.samples).toHaveLength(10)
  const second = namesOf(await list('/samples/list', { pageNumber: '1', pageSize: '5' }))
  expect(second).toHaveLength(5)
  expect(namesOf(await list('/samples/list', { page_number: '1', page_size: '5' }))).toEqual(second)
  expect(namesOf(await list('/samples/list', { pageNumber: '1' }))).toHaveLength(2)
  await lab.addSample({ name: 'NB-20', status: 'RECEIVED' })
  const filtered = (status: string) => list('/samples/list', { query: 'nb-2', status })
  expect(namesOf(await filtered('UNKNOWN'))).toEqual(['NB-2'])
  expect(await filtered('RECEIVED')).toMatchObject({ samples: [{ name: 'NB-20' }], totalSamples: 1 })
})

test('API-SAMP-13 BATCH-05 filters by text, batch, status, type, subject and site together', async () => {
  const other = await lab.addBatch({ name: 'Other' })
  const batch = await lab.addBatch({ name: 'Nordic' })
  await lab.addSample({ name: 'NB-1', batch_id: batch, subject_id: 'P001', site_id: 'SITE001' })
  await lab.addSample({
    name: 'NB-2',
    batch_id: batch,
    subject_id: 'P002',
    site_id: 'SITE001',
    notes: 'on ice',
  })
  await lab.addSample({ name: 'NB-3', batch_id: other, subject_id: 'P001', status: 'RECEIVED' })
  const found = async (query: Record<string, string>) => namesOf(await list('/samples/search', query)).sort()
  expect(await found({ query: 'nb-2' })).toEqual(['NB-2'])
  expect(await found({ query: 'ICE' })).toEqual(['NB-2'])
  expect(await found({ batchId: batch, pageSize: '200' })).toEqual(['NB-1', 'NB-2'])
  expect(await found({ status: 'RECEIVED' })).toEqual(['NB-3'])
  expect(await found({ subject_id: 'P001', sample_type: 'PLASMA' })).toEqual(['NB-1', 'NB-3'])
  expect(await found({ siteId: 'SITE001', subjectId: 'P002' })).toEqual(['NB-2'])
  expect(await found({ siteId: 'site001' })).toEqual(['NB-1', 'NB-2'])
  expect(await found({ subjectId: 'p001' })).toEqual(['NB-1', 'NB-3'])
  expect((await list('/samples/list', { siteId: 'site001' })).totalSamples).toBe(2)
  expect((await list('/samples/tree', { siteId: 'site001', subjectId: 'p002' })).samples).toHaveLength(1)
  expect((await list('/batches/get', { id: batch })).batch.numSamples).toBe(2)
})

test('an exact tube ID or id comes before newer samples that only contain it', async () => {
  const { id } = await lab.addSample({ name: 'The one', alias: 'K1' })
  for (const n of [0, 1, 2, 3, 4, 5]) await lab.addSample({ name: `Other ${n}`, alias: `K1${n}` })
  await lab.addSample({ name: 'Mention', notes: `poured from ${id}` })
  const search = (query: Record<string, string>) => list('/samples/search', { pageSize: '3', ...query })

  expect(namesOf(await search({ query: 'k1' }))).toEqual(['The one', 'Other 5', 'Other 4'])
  expect(namesOf(await search({ query: 'k1', pageNumber: '1' }))).toEqual(['Other 3', 'Other 2', 'Other 1'])
  expect(namesOf(await search({ query: id.toUpperCase() }))).toEqual(['The one', 'Mention'])
  expect(namesOf(await search({ query: 'k1', status: 'RECEIVED' }))).toEqual([])
})

test('D4 SAMP-11 filters by part of the name, ignoring case, on list, search, tree and export', async () => {
  const batch_id = await lab.addBatch({ name: 'Name filter' })
  await lab.addSample({ batch_id, name: 'Liquor A_1', notes: 'plasma b' })
  await lab.addSample({ batch_id, name: 'Plasma B_2', status: 'RECEIVED' })
  await lab.addSample({ batch_id, name: 'PLASMA B%2' })

  for (const path of ['/samples/list', '/samples/search', '/samples/tree']) {
    const found = async (query: Record<string, string>) => namesOf(await list(path, query)).sort()
    expect(await found({ name: 'plasma b' }), path).toEqual(['PLASMA B%2', 'Plasma B_2'])
    expect(await found({ name: 'b_2' }), path).toEqual(['Plasma B_2'])
    expect(await found({ name: 'plasma b', status: 'RECEIVED' }), path).toEqual(['Plasma B_2'])
    expect(await found({ name: 'nowhere' }), path).toEqual([])
    expect(await found({ name: ' ' }), path).toHaveLength(3)
    expect(await list(path, { name: 'plasma b' }), path).toMatchObject({
      totalSamples: 2,
      totalIsExact: true,
    })
  }
  expect((await lab.get('/samples/export', { name: 'b_2' })).body.trim().split('\r\n')).toHaveLength(2)
})

test('API-SAMP-27 API-SAMP-28 pages of 200 samples, and the rest of a batch on the next one', async () => {
  const study = { name: 'Study', description: 'Baseline visit', numPatients: 201 }
  const { batch } = (
    await lab.post('/batches/add-patient', { ...study, tubeTypes: [{ tubeType: 'DBS', count: 1 }] })
  ).json()
  const page = { batchId: batch.id, pageSize: '200' }
  const first = namesOf(await list('/samples/search', page))
  const rest = namesOf(await list('/samples/search', { ...page, pageNumber: '1' }))
  expect([first.length, rest.length]).toEqual([200, 1])
  expect(new Set([...first, ...rest]).size).toBe(201)
  expect(namesOf(await list('/samples/list', { pageSize: '200' }))).toHaveLength(200)
})

test('pages of more than a thousand samples, of none, and before the first are refused', async () => {
  expect((await lab.get('/samples/list', { pageSize: '1001' })).statusCode).toBe(400)
  expect((await lab.get('/samples/list', { pageNumber: '-1' })).statusCode).toBe(400)
  expect((await lab.get('/samples/list', { pageSize: '0' })).statusCode).toBe(400)
})

test('API-SAMP-07 API-SAMP-25 a sample with its parent and its children', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  await lab.post('/samples/add-child', { parentSampleId: id, count: 2, type: 'DNA' })
  const { children } = await list('/samples/children', { sampleId: id })
  expect(namesOf({ samples: children })).toEqual(['NB-1-DNA-1', 'NB-1-DNA-2'])
  const info = await list('/samples/info', { id: children[0].id })
  expect(info).toMatchObject({ sample: { name: 'NB-1-DNA-1' }, parent: { name: 'NB-1' }, children: [] })
  expect(info.batch).toEqual({ id: anId, name: 'Nordic study 4' })
})

test('API-SAMP-18 API-SAMP-19 API-SAMP-20 ENT-29 changes a status, lists the history and explains an invalid change', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const done = await lab.post('/samples/update-lifecycle', {
    sample_id: id,
    new_status: 'COLLECTED',
    notes: 'at home',
  })
  expect(done.json()).toMatchObject({
    success: true,
    sample: { status: 'COLLECTED', collectionTimestamp: at },
  })
  const refused = await lab.post('/samples/update-lifecycle', { sample_id: id, new_status: 'SEQUENCED' })
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringMatching(/^status transition validation failed: /),
  ])
  expect((await list('/samples/lifecycle-history', { sample_id: id })).events).toEqual([
    {
      id: expect.any(Number),
      sampleId: id,
      fromStatus: 'UNKNOWN',
      status: 'COLLECTED',
      timestamp: at,
      userId: 'ada',
      userName: 'Ada Lindqvist',
      notes: 'at home',
      undoes: null,
      isUndone: false,
      canUndo: true,
    },
  ])
})

test('API-SAMP-21 API-SAMP-22 receiving returns the sample or an error message', async () => {
  const { id, alias } = await lab.addSample({ name: 'NB-1' })
  const received = (await lab.post('/samples/receive', { identifier: alias })).json()
  expect(received).toMatchObject({ success: true, sample: { id, name: 'NB-1', status: 'RECEIVED' } })
  const again = (await lab.post('/samples/receive', { identifier: alias })).json()
  expect(again.message).toContain('Only samples with status UNKNOWN or COLLECTED can be received')
})

test('ENT-11 ENT-12 ENT-13 accepts eight statuses and SENT_TO_COLLABORATOR, rejects UNRECOGNIZED', async () => {
  const { id } = await lab.addSample({ status: 'QC_PASS' })
  const sent = await lab.post('/samples/update-lifecycle', {
    sampleId: id,
    newStatus: 'SENT_TO_COLLABORATOR',
  })
  expect(sent.json().sample.status).toBe('SENT_TO_C2N')
  const refused = await lab.post('/samples/update-lifecycle', { sampleId: id, newStatus: 'UNRECOGNIZED' })
  expect(refused.json().message).toMatch(/^sample status validation failed: /)
})

test('ENT-14 ENT-15 ENT-16 accepts the sample types and plain unknown', async () => {
  const batchId = await lab.addBatch()
  for (const [given, kept] of [
    ['PLASMA', 'PLASMA'],
    ['BLOOD', 'BLOOD'],
    ['SERUM', 'SERUM'],
    ['CSF', 'CSF'],
    ['DNA', 'DNA'],
    ['unknown', 'UNKNOWN_SAMPLE_TYPE'],
    ['UNKNOWN_SAMPLE_TYPE', 'UNKNOWN_SAMPLE_TYPE'],
  ]) {
    const reply = await lab.post('/samples/add', { name: 'NB', batchId, type: given, status: 'UNKNOWN' })
    expect(reply.json().sample.type).toBe(kept)
  }
})

test('LIFE-13 ENT-18 ENT-19 ENT-20 a sample is in no cell, or in one', async () => {
  const { id } = await lab.addSample()
  expect(await list('/samples/location', { sampleId: id })).toMatchObject({ storageId: 0, inStorage: false })
  const box = { alias: 'Box', type: 'BOX', numberRows: 2, numberColumns: 2 }
  const { storage } = (await lab.post('/storage/add', box)).json()
  const place = { sampleId: id, storageId: storage.id, rowCoordinate: 2, columnCoordinate: 1 }
  const placed = { sampleId: id, storageId: storage.id, location: 'A2', inStorage: true }
  expect((await lab.post('/samples/associate', place)).json()).toMatchObject(placed)
  expect(await list('/samples/location', { sampleId: id })).toMatchObject(placed)
  const gone = await lab.post('/samples/update-location', { sampleLocation: { sampleId: id, storageId: -1 } })
  expect(gone.json().inStorage).toBe(false)
  expect(await list('/samples/location', { sampleId: id })).toMatchObject({ storageId: 0, inStorage: false })
})
