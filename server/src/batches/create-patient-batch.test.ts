import type { Sample } from '@lims/contract/samples.ts'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'

const lab = await openLab()
const study = {
  name: 'Memory study',
  description: 'Baseline visit',
  numPatients: 3,
  tubeTypes: [
    { tubeType: 'EDTA', count: 6 },
    { tubeType: 'DBS', count: 2 },
    { tubeType: 'S-pp', count: 1 },
    { tubeType: 'S-cfDNA', count: 1 },
  ],
}
const add = (overrides: object = {}) => lab.post('/batches/add-patient', { ...study, ...overrides })
const samplesOf = async (batchId: string): Promise<Sample[]> =>
  (await lab.get('/samples/list', { batchId, pageSize: '1000' })).json().samples

test('BATCHF-15 ENT-32 API-BATCH-02 creates a kit of tubes for each patient', async () => {
  const reply = await add({ samplePrefix: 'MEM', siteId: 'LUND' })

  expect(reply.statusCode).toBe(200)
  const { batch, ...rest } = reply.json()
  expect(rest).toEqual({ success: true, totalSamples: 30, numPatients: 3 })
  expect(batch).toMatchObject({ name: 'Memory study', numSamples: 30, metadata: { siteId: 'LUND' } })

  const samples = await samplesOf(batch.id)
  expect(samples.slice(0, 11).map(({ name }) => name)).toEqual([
    'MEM-P001-EDTA-1',
    'MEM-P001-EDTA-2',
    'MEM-P001-EDTA-3',
    'MEM-P001-EDTA-4',
    'MEM-P001-EDTA-5',
    'MEM-P001-EDTA-6',
    'MEM-P001-DBS-1',
    'MEM-P001-DBS-2',
    'MEM-P001-S-pp-1',
    'MEM-P001-S-cfDNA-1',
    'MEM-P002-EDTA-1',
  ])
  expect(samples[6]).toMatchObject({
    type: 'PLASMA',
    volume: 0.01,
    status: 'UNKNOWN',
    subjectId: 'MEM-P001',
    siteId: 'LUND',
    visitId: 'V1',
    metadata: { tubeType: 'DBS' },
  })
  expect(new Set(samples.map(({ subjectId }) => subjectId))).toEqual(
    new Set(['MEM-P001', 'MEM-P002', 'MEM-P003']),
  )
  expect(new Set(samples.map(({ name }) => name)).size).toBe(30)
})

test('BATCHF-15 the prefix defaults to the batch name, and the site to none', async () => {
  const { batch } = (await add({ numPatients: 1 })).json()
  expect((await samplesOf(batch.id))[0]).toMatchObject({
    name: 'Memory-study-P001-EDTA-1',
    subjectId: 'Memory-study-P001',
    siteId: null,
  })
})

test('without a prefix a patient batch never gets the subject IDs of another batch; with a prefix it may', async () => {
  const kit = { numPatients: 2, tubeTypes: [{ tubeType: 'DBS', count: 1 }] }
  const replies = await Promise.all(['Когорта А', 'Когорта Б'].map((name) => add({ ...kit, name })))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  expect((await add({ ...kit, name: '北京' })).json()).toEqual({
    code: 'request-invalid',
    message:
      'Without a Sample Prefix these patients would get subject IDs that another batch uses, or one that was deleted. Please enter a prefix.',
    field: 'samplePrefix',
  })
  expect((await add({ ...kit, name: 'Étude 1' })).statusCode).toBe(200)
  expect((await add({ ...kit, name: 'ETUDE-1' })).json()).toMatchObject({ field: 'samplePrefix' })
  expect((await add({ ...kit, name: 'Second visit', samplePrefix: 'Etude-1' })).statusCode).toBe(200)
})

test('without a prefix a patient batch gets no subject IDs of a deleted batch that can be restored', async () => {
  const kit = { numPatients: 2, tubeTypes: [{ tubeType: 'DBS', count: 1 }] }
  const { batch } = (await add({ ...kit, name: 'Когорта А' })).json()
  const { deletionId } = (await lab.post(`/batches/delete?id=${batch.id}`, undefined)).json()
  expect((await add({ ...kit, name: 'Когорта Б' })).json()).toMatchObject({ field: 'samplePrefix' })

  expect((await lab.post('/deletions/undo', { deletionId })).statusCode).toBe(200)
  const [sample] = await samplesOf(batch.id)
  await lab.post(`/samples/delete?id=${sample?.id}`, undefined)
  expect((await add({ ...kit, numPatients: 1, name: 'Когорта Б' })).json()).toMatchObject({
    field: 'samplePrefix',
  })
})

test('a deleted patient batch can be made again under its name without a prefix, as it cannot be restored then', async () => {
  const kit = { numPatients: 2, tubeTypes: [{ tubeType: 'DBS', count: 1 }] }
  const { batch } = (await add({ ...kit, name: 'Nordic 4' })).json()
  const { deletionId } = (await lab.post(`/batches/delete?id=${batch.id}`, undefined)).json()
  expect((await add({ ...kit, name: 'nordic 4' })).statusCode).toBe(200)
  expect((await lab.post('/deletions/undo', { deletionId })).statusCode).toBe(409)
})

test('of two patient batches at once, the one without a prefix does not get the subject IDs of the other', async () => {
  const kit = { numPatients: 2, tubeTypes: [{ tubeType: 'DBS', count: 1 }] }
  const replies = await overlap(lab.db, [
    () => add({ ...kit, name: 'Pilot', samplePrefix: 'Batch' }),
    () => add({ ...kit, name: 'Когорта А' }),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 400])
})

test('with a thousand patients all numbers have four digits, so that names sort', async () => {
  const { batch } = (await add({ numPatients: 1000, tubeTypes: [{ tubeType: 'DBS', count: 1 }] })).json()
  const names = (await samplesOf(batch.id)).map(({ name }) => name)
  expect([names[0], names.at(-1)]).toEqual(['Memory-study-P0001-DBS-1', 'Memory-study-P1000-DBS-1'])
  expect(names.toSorted()).toEqual(names)
})

test('with the prefix of an earlier batch the same patients have the same subject IDs, however many they are', async () => {
  const kit = { tubeTypes: [{ tubeType: 'DBS', count: 1 }] }
  const subjectsOf = async (name: string, numPatients: number, samplePrefix: string) => {
    const { batch } = (await add({ ...kit, name, numPatients, samplePrefix })).json()
    return (await samplesOf(batch.id)).map(({ subjectId }) => subjectId)
  }
  await subjectsOf('First', 2, 'NB')
  const grown = await subjectsOf('Grown', 1000, 'nb')
  expect([grown[0], grown[998], grown[999]]).toEqual(['nb-P001', 'nb-P999', 'nb-P1000'])
  await subjectsOf('Large', 1000, 'MEM')
  expect(await subjectsOf('Second visit', 2, 'MEM')).toEqual(['MEM-P0001', 'MEM-P0002'])

  const unnamed = await add({ ...kit, name: 'MEM', numPatients: 2 })
  expect(unnamed.json()).toMatchObject({ field: 'samplePrefix' })
})

test('the names of tubes of another visit hold its ID', async () => {
  const kit = { numPatients: 2, tubeTypes: [{ tubeType: 'DBS', count: 1 }], samplePrefix: 'NB' }
  await add({ ...kit, name: 'Baseline' })
  const { batch } = (await add({ ...kit, name: 'Second visit', visitId: 'V2' })).json()
  expect(batch.metadata).toMatchObject({ visitId: 'V2' })
  expect(await samplesOf(batch.id)).toMatchObject([
    { name: 'NB-P001-V2-DBS-1', subjectId: 'NB-P001', visitId: 'V2' },
    { name: 'NB-P002-V2-DBS-1', subjectId: 'NB-P002', visitId: 'V2' },
  ])
})

test('before kits are created, the subject IDs that they would get are shown, and whether samples have one already', async () => {
  const subjectsOf = async (samplePrefix: string, numPatients: number) =>
    (await lab.get('/batches/patient-subjects', { samplePrefix, numPatients: String(numPatients) })).json()
  expect(await subjectsOf('NB', 30)).toEqual({ first: 'NB-P001', last: 'NB-P030' })

  const kit = { tubeTypes: [{ tubeType: 'DBS', count: 1 }] }
  await add({ ...kit, name: 'Nordic 4', numPatients: 1000, samplePrefix: 'NB' })
  expect(await subjectsOf('nb', 1)).toEqual({
    first: 'nb-P0001',
    last: 'nb-P0001',
    knownIn: 'Nordic 4',
    isVisitKnown: true,
  })
  await add({ ...kit, name: 'Nordic 4, V2', numPatients: 1, samplePrefix: 'NB', visitId: 'V2' })
  const ofVisit = async (visitId: string) =>
    (await lab.get('/batches/patient-subjects', { samplePrefix: 'NB', numPatients: '1', visitId })).json()
  expect(await ofVisit('v2')).toMatchObject({ knownIn: 'Nordic 4, V2', isVisitKnown: true })
  expect(await ofVisit('V3')).toMatchObject({ isVisitKnown: false })
})

test('the subject IDs of deleted samples are known too, as those can be restored', async () => {
  const kit = { numPatients: 1, tubeTypes: [{ tubeType: 'DBS', count: 1 }], samplePrefix: 'NB' }
  const { batch } = (await add({ ...kit, name: 'Nordic 1' })).json()
  await lab.post(`/batches/delete?id=${batch.id}`, undefined)
  const reply = await lab.get('/batches/patient-subjects', { samplePrefix: 'nb', numPatients: '30' })
  expect(reply.json()).toEqual({ first: 'nb-P001', last: 'nb-P030', isDeleted: true })
})

test('VALID-12 ignores a tube type with count 0', async () => {
  const tubeTypes = [
    { tubeType: 'EDTA', count: 0 },
    { tubeType: 'DBS', count: 2 },
  ]
  const { batch, totalSamples } = (await add({ tubeTypes, numPatients: 2 })).json()
  expect(totalSamples).toBe(4)
  expect(batch.metadata.tubeTypes).toEqual([{ tubeType: 'DBS', count: 2 }])
})

test('VALID-11 rejects an empty kit', async () => {
  const reply = await add({ tubeTypes: study.tubeTypes.map((tube) => ({ ...tube, count: 0 })) })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toBe('At least one tube type must have a count greater than 0')
})

test('ERR-07 names are unique across patient batches and batches by tube type', async () => {
  await lab.post('/batches/add', { name: 'memory STUDY', description: 'x', numSamples: 1, tubeType: 'DBS' })
  const reply = await add()
  expect(reply.statusCode).toBe(409)
  expect(reply.json().message).toContain('Please use a unique')
})

test('VALID-09 creates 10,000 samples of 1,000 patients in one request', async () => {
  const { totalSamples } = (await add({ numPatients: 1000 })).json()
  expect(totalSamples).toBe(10_000)
  expect((await lab.get('/samples/list')).json().totalSamples).toBe(10_000)
}, 60_000)
