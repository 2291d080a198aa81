import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const kit = {
  name: 'Nordic study 4',
  description: 'Baseline',
  numPatients: 3,
  tubeTypes: [
    { tubeType: 'EDTA', count: 6 },
    { tubeType: 'DBS', count: 2 },
    { tubeType: 'S-pp', count: 1 },
    { tubeType: 'S-cfDNA', count: 1 },
  ],
  samplePrefix: 'NB',
  siteId: 'SITE007',
}

test('API-BATCH-02 ENT-32 ENT-33 ENT-34 ENT-35 ENT-36 a patient batch creates a kit for each patient', async () => {
  const reply = (await lab.post('/batches/add-patient', kit)).json()
  expect(reply).toMatchObject({ success: true, totalSamples: 30, numPatients: 3 })
  const query = { batchId: reply.batch.id, pageSize: '10' }
  const { samples } = (await lab.get('/samples/list', query)).json()
  const first = samples.map(({ name, type, volume }: Record<string, unknown>) => [name, type, volume])
  expect(first.slice(5)).toEqual([
    ['NB-P001-EDTA-6', 'PLASMA', 2],
    ['NB-P001-DBS-1', 'PLASMA', 0.01],
    ['NB-P001-DBS-2', 'PLASMA', 0.01],
    ['NB-P001-S-pp-1', 'BLOOD', 5],
    ['NB-P001-S-cfDNA-1', 'BLOOD', 10],
  ])
  expect(samples[0]).toMatchObject({ subjectId: 'NB-P001', siteId: 'SITE007', visitId: 'V1' })
})

test('API-BATCH-01 API-BATCH-04 ENT-01 creates a batch of one tube type with all fields', async () => {
  const body = { name: 'Pilot', description: 'cfDNA', numSamples: 2, tubeType: 'S-cfDNA' }
  const { batch } = (await lab.post('/batches/add', body)).json()
  const at = testNow.toISOString()
  expect((await lab.get('/batches/get', { id: batch.id })).json().batch).toEqual({
    id: batch.id,
    name: 'Pilot',
    description: 'cfDNA',
    numSamples: 2,
    byStatus: { UNKNOWN: 2 },
    metadata: { tubeType: 'S-cfDNA', samplePrefix: 'Pilot', createdAt: at, updatedAt: at },
    version: 1,
  })
})

test('API-BATCH-03 API-BATCH-05 API-BATCH-06 ENT-02 lists, searches by name and deletes', async () => {
  for (const name of ['Pilot', 'Nordic 1', 'nordic 2']) await lab.addBatch({ name })
  const names = async (path: string, query: Record<string, string>) => {
    const { batches, totalBatches } = (await lab.get(path, query)).json()
    return [batches.map(({ name }: { name: string }) => name), totalBatches]
  }
  expect(await names('/batches/list', { pageNumber: '1', pageSize: '2' })).toEqual([['Pilot'], 3])
  expect(await names('/batches/search', { query: 'NORDIC', sort: 'name' })).toEqual([
    ['Nordic 1', 'nordic 2'],
    2,
  ])
  expect(await names('/batches/search', { query: '%' })).toEqual([[], 0])
  const { batches } = (await lab.get('/batches/search', { query: 'pilot' })).json()
  expect((await lab.post(`/batches/delete?id=${batches[0].id}`, undefined)).json()).toMatchObject({
    success: true,
  })
  expect((await lab.get('/batches/list')).json().totalBatches).toBe(2)
})

test('children are counted apart from the tubes of the batch that arrive', async () => {
  const { batch } = (
    await lab.post('/batches/add', { name: 'Pilot', description: 'cfDNA', numSamples: 2, tubeType: 'EDTA' })
  ).json()
  const other = await lab.addBatch({ name: 'Other' })
  await lab.addSample({ batch_id: other })
  const { samples } = (await lab.get('/samples/list', { batchId: batch.id })).json()
  for (const { id } of samples) {
    expect((await lab.post('/samples/receive', { identifier: id })).statusCode).toBe(200)
  }
  const [parent] = samples
  await lab.post('/samples/add-child', { parentSampleId: parent.id, count: 3, type: 'DNA' })
  const [child] = (await lab.get('/samples/list', { batchId: batch.id, sampleType: 'DNA' })).json().samples
  await lab.post('/samples/receive', { identifier: child.id })

  const counted = async (id: string) => (await lab.get('/batches/get', { id })).json().batch
  expect(await counted(batch.id)).toMatchObject({
    numSamples: 5,
    byStatus: { UNKNOWN: 2, RECEIVED: 3 },
    children: { total: 3, byStatus: { UNKNOWN: 2, RECEIVED: 1 } },
  })
  expect(await counted(other)).not.toHaveProperty('children')
})
