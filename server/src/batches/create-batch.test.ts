import type { Sample } from '@lims/contract/samples.ts'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'

const lab = await openLab()
const study = { name: 'Nordic study 4', description: 'Plasma', numSamples: 3, tubeType: 'EDTA' }
const add = (overrides: object = {}, headers: Record<string, string> = {}) =>
  lab.post('/batches/add', { ...study, ...overrides }, undefined, headers)
const samplesOf = async (batchId: string): Promise<Sample[]> =>
  (await lab.get('/samples/list', { batchId, pageSize: '1000' })).json().samples
const taken = (name: string) => ({
  code: 'batch-name-taken',
  message: `A batch named '${name}' already exists, duplicates are not allowed. Please use a unique batch name.`,
  field: 'name',
})

test('BATCHF-04 API-BATCH-01 ENT-01 creates a batch with numbered tubes', async () => {
  const reply = await add()

  expect(reply.statusCode).toBe(200)
  const { success, batch } = reply.json()
  expect(success).toBe(true)
  const at = testNow.toISOString()
  expect(batch).toEqual({
    id: expect.any(String),
    name: 'Nordic study 4',
    description: 'Plasma',
    numSamples: 3,
    byStatus: { UNKNOWN: 3 },
    metadata: { tubeType: 'EDTA', samplePrefix: 'Nordic-study-4', createdAt: at, updatedAt: at },
    version: 1,
  })
  const samples = await samplesOf(batch.id)
  expect(samples.map(({ name, alias }) => [name, alias])).toEqual([
    ['Nordic-study-4-0001', 'T0000001'],
    ['Nordic-study-4-0002', 'T0000002'],
    ['Nordic-study-4-0003', 'T0000003'],
  ])
  expect(samples[0]).toMatchObject({
    type: 'PLASMA',
    status: 'UNKNOWN',
    volume: 2,
    batchName: 'Nordic study 4',
  })
})

test.each([
  ['EDTA', 'PLASMA', 2],
  ['S-cfDNA', 'BLOOD', 10],
  ['S-pp', 'BLOOD', 5],
  ['DBS', 'PLASMA', 0.01],
])('BATCHF-04 a tube of type %s contains %s, %d mL', async (tubeType, type, volume) => {
  const { batch } = (await add({ tubeType, numSamples: 1 })).json()
  expect(await samplesOf(batch.id)).toMatchObject([{ type, volume, metadata: { tubeType } }])
})

test.each([
  [{ samplePrefix: 'MEM' }, 'MEM-0001'],
  [{ sample_prefix: 'MEM' }, 'MEM-0001'],
  [{ samplePrefix: ' ' }, 'Nordic-study-4-0001'],
  [{ samplePrefix: null }, 'Nordic-study-4-0001'],
  [{ samplePrefix: '<b>^XZ' }, '<b>^XZ-0001'],
])('BATCHF-02 BATCHF-04 with prefix %j the first sample is %s', async (prefix, name) => {
  const { batch } = (await add(prefix)).json()
  expect((await samplesOf(batch.id))[0]?.name).toBe(name)
})

test('records who created the batch, and its content', async () => {
  const { batch } = (await add()).json()
  const event = await lab.db
    .selectFrom('audit_event')
    .selectAll()
    .where('entity_id', '=', batch.id)
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    person_id: 'ada',
    action: 'batch.create',
    at: testNow,
    after: { name: 'Nordic study 4', numSamples: 3 },
  })
})

test.each(['Nordic study 4', 'NORDIC STUDY 4', ' nordic study 4 '])(
  'ERR-07 refuses the name %j a second time, and makes nothing',
  async (name) => {
    await add()
    const reply = await add({ name })
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toEqual(taken(name.trim()))
    expect((await lab.get('/samples/list')).json().totalSamples).toBe(3)
  },
)

test('ERR-07 ignores the case of non-ASCII letters in names', async () => {
  await add({ name: 'Ärzte Ωmega' })
  expect((await add({ name: 'ÄRZTE ωMEGA' })).statusCode).toBe(409)
})

test('ERR-07 ten concurrent requests with the same name create one batch', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, place) => add({ name: place % 2 ? 'RACE' : 'race', numSamples: 200 })),
  )
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
  const { batches, totalBatches } = (await lab.get('/batches/list')).json()
  expect(totalBatches).toBe(1)
  expect(batches[0].numSamples).toBe(200)
  expect((await lab.get('/samples/list')).json().totalSamples).toBe(200)
})

test('ten batches created concurrently have unique tube IDs', async () => {
  const names = Array.from({ length: 10 }, (_, place) => `Study ${place}`)
  await Promise.all(names.map((name) => add({ name, numSamples: 50 })))
  const { samples, totalSamples } = (await lab.get('/samples/list', { pageSize: '1000' })).json()
  expect(totalSamples).toBe(500)
  expect(new Set((samples as Sample[]).map(({ alias }) => alias)).size).toBe(500)
})

test('a repeated request with the same Idempotency-Key creates one batch', async () => {
  const key = { 'idempotency-key': 'batch-1' }
  const [first, again] = [await add({}, key), await add({}, key)]
  expect(again.statusCode).toBe(200)
  expect(again.json()).toEqual(first.json())
  expect((await lab.get('/batches/list')).json().totalBatches).toBe(1)
})

test('VALID-04 creates 20,000 numbered samples in one request', async () => {
  const { batch } = (await add({ numSamples: 20_000 })).json()
  expect(batch.numSamples).toBe(20_000)
  const last = await lab.db
    .selectFrom('sample')
    .select(['name', 'alias'])
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  expect(last).toEqual({ name: 'Nordic-study-4-20000', alias: 'T0020000' })
}, 60_000)

test('without a prefix a batch never gets the names of other samples; with a prefix it may', async () => {
  const replies = await Promise.all(['Киев 7', 'Москва 7'].map((name) => add({ name })))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  expect((await add({ name: 'Лиссабон 7' })).json()).toEqual({
    code: 'request-invalid',
    message:
      'Without a Sample Prefix these samples would get names that other samples have. Please enter a prefix.',
    field: 'samplePrefix',
  })
  expect((await add({ name: 'Лиссабон 7', samplePrefix: '7' })).statusCode).toBe(200)
})

test('a batch without a prefix never gets names that another one is given by its prefix at the same moment', async () => {
  const [entered, byName] = await overlap(lab.db, [
    () => add({ name: 'Ward A', samplePrefix: 'study-7' }),
    () => add({ name: 'Study 7' }),
  ])
  expect(entered?.statusCode, entered?.body).toBe(200)
  expect(byName?.json()).toMatchObject({ code: 'request-invalid', field: 'samplePrefix' })
  expect((await lab.get('/samples/list')).json().totalSamples).toBe(3)
})
