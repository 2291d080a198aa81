import { FindReply } from '@lims/contract/find.ts'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()

const find = async (query: string): Promise<FindReply> =>
  FindReply.parse((await lab.get('/find', { query })).json())
const namesOf = async (query: string) => (await find(query)).samples.map(({ name }) => name)
const addStorage = async (body: object): Promise<number> =>
  (await lab.post('/storage/add', { numberRows: 9, numberColumns: 9, ...body })).json().storage.id

/** Samples of other names, registered later, so that these are no longer among the newest. */
const addNewerSamples = (count: number) =>
  unaudited(lab.db, async (trx) => {
    const { id } = await trx.selectFrom('batch').select('id').executeTakeFirstOrThrow()
    const sample = { name: 'Other', type: 'DNA', volume_nl: 0, batch_id: id, created_by: 'ada' } as const
    const at = { created_at: new Date(), updated_at: new Date() }
    await trx
      .insertInto('sample')
      .values(Array.from({ length: count }, () => ({ ...sample, ...at })))
      .execute()
  })

test('E7 a tube ID comes first, then tube IDs and names that begin with the text, then its parts', async () => {
  await lab.addSample({ name: 'x-T1-part', alias: 'Z1' })
  await lab.addSample({ name: 'T1 of the name', alias: 'Z2' })
  await lab.addSample({ name: 'begins', alias: 'T10' })
  const exact = await lab.addSample({ name: 'same', alias: 'T1' })
  expect(await namesOf('t1')).toEqual(['same', 'begins', 'T1 of the name', 'x-T1-part'])
  expect((await find('t1')).exactSampleId).toBe(exact.id)
  expect((await find('T')).exactSampleId).toBeNull()
  expect((await find(exact.id.toUpperCase())).samples.map(({ name }) => name)).toEqual(['same'])
  expect((await find(exact.id.toUpperCase())).exactSampleId).toBe(exact.id)
})

test('E7 every word must occur, in any order, in any case', async () => {
  for (const name of ['NB-P004-EDTA-1', 'NB-P004-DBS-1', 'NB-P005-EDTA-1']) await lab.addSample({ name })
  expect(await namesOf('p004 ed')).toEqual(['NB-P004-EDTA-1'])
  expect(await namesOf('EDTA  P004')).toEqual(['NB-P004-EDTA-1'])
  expect(await namesOf('p004 serum')).toEqual([])
})

test('E7 shows at most five of each, and whether there are more', async () => {
  for (let number = 1; number <= 7; number++) {
    await lab.addSample({ name: `KIT-${number}`, subject_id: `KIT-S${number}` })
    await lab.addBatch({ name: `Kit ${number}` })
    await addStorage({ alias: `Kit box ${number}`, type: 'BOX' })
  }
  const found = await find('kit')
  expect(found.samples.map(({ name }) => name)).toEqual(['KIT-1', 'KIT-2', 'KIT-3', 'KIT-4', 'KIT-5'])
  expect(found.moreSamples).toBe(true)
  expect(found.batches.map(({ name }) => name)).toEqual(['Kit 7', 'Kit 6', 'Kit 5', 'Kit 4', 'Kit 3'])
  expect(found.storages.map(({ alias }) => alias)).toEqual(
    [1, 2, 3, 4, 5].map((number) => `Kit box ${number}`),
  )
  expect(found.subjects.map(({ subjectId }) => subjectId)).toEqual(
    [1, 2, 3, 4, 5].map((number) => `KIT-S${number}`),
  )
  expect(found.moreStorages).toBe(true)
  // The list of samples would look for both words as one text.
  expect(await find('kit -')).toMatchObject({ moreSamples: false, moreOfWords: true })
  expect(await find('kit-1')).toMatchObject({ moreSamples: false, moreOfWords: false })
  // That of storages would, too.
  expect((await find('kit box')).moreStorages).toBe(true)
  expect((await find('box kit')).moreStorages).toBe(false)
  expect((await find('kit box 1')).moreStorages).toBe(false)
})

test('E7 the list of samples shows more of a text of several words if more names begin with it', async () => {
  for (let number = 1; number <= 6; number++) await lab.addSample({ name: `Nordic study ${number}` })
  expect(await find('nordic study')).toMatchObject({ moreSamples: true, moreOfWords: false })
  expect(await find('study nordic')).toMatchObject({ moreSamples: false, moreOfWords: true })
})

test('E7 of several words, those that begin a word of the sample come first, in the newest samples and in others', async () => {
  for (const number of [1, 2]) await lab.addSample({ name: `MEM-LU-A-${number}` })
  for (const number of [1, 2]) await lab.addSample({ name: `MEM-LU-C-${number}-PLASMA` })
  const found = ['MEM-LU-A-2', 'MEM-LU-A-1', 'MEM-LU-C-2-PLASMA', 'MEM-LU-C-1-PLASMA']
  expect(await namesOf('MEM LU A')).toEqual(found)
  await addNewerSamples(2100)
  expect(await namesOf('a mem lu')).toEqual(found)
  await lab.addSample({ name: 'MEM-LU-C-3-PLASMA' })
  expect(await namesOf('mem lu a')).toEqual([...found.slice(0, 2), 'MEM-LU-C-3-PLASMA', ...found.slice(2)])
})

test('E7 in several words, the signs of regular expressions are letters', async () => {
  await lab.addSample({ name: 'Kit (a+b) [1]' })
  for (const text of ['kit (a+b)', 'kit [1]', '(a+ [', 'b) ]', 'kit ^', 'kit \\', 'kit .*', 'kit |'])
    expect((await lab.get('/find', { query: text })).statusCode).toBe(200)
  expect(await namesOf('[1] (a+b)')).toEqual(['Kit (a+b) [1]'])
})

test('E7 a part is found beyond the newest samples, the newest match first', async () => {
  await lab.addSample({ name: 'A-old-part-1' })
  await lab.addSample({ name: 'A-old-part-2' })
  await lab.addSample({ name: 'B-old-p' })
  await addNewerSamples(2100)
  expect(await namesOf('old-part')).toEqual(['A-old-part-2', 'A-old-part-1'])
  await lab.addSample({ name: 'New old-part' })
  expect(await namesOf('old-part')).toEqual(['New old-part', 'A-old-part-2', 'A-old-part-1'])
  // Two letters: only what begins with them, and the newest samples.
  expect(await namesOf('a-')).toEqual(['A-old-part-1', 'A-old-part-2'])
  expect(await namesOf('-p')).toEqual(['New old-part'])
})

test('E2 E7 a sample shows its status and its place', async () => {
  const freezer = await addStorage({ alias: 'Freezer 1', type: 'FREEZER' })
  const rack = await addStorage({ alias: 'Rack A', type: 'RACK', parentID: freezer })
  const box = await addStorage({ alias: 'Box 03', type: 'BOX', parentID: rack })
  const { id, alias } = await lab.addSample({ name: 'NB-1', status: 'QC_PASS' })
  await lab.post('/samples/associate', { sampleId: id, storageId: box, location: 'C4' })
  await lab.addSample({ name: 'NB-2' })
  const path = ['Freezer 1', 'Rack A', 'Box 03']
  expect((await find('nb-')).samples).toEqual([
    { id, name: 'NB-1', alias, status: 'QC_PASS', custody: 'AVAILABLE', place: { path, location: 'C4' } },
    expect.objectContaining({ name: 'NB-2', status: 'UNKNOWN', place: null }),
  ])
  expect((await find('box 03')).storages).toEqual([
    { id: box, alias: 'Box 03', type: 'BOX', place: { path: ['Freezer 1', 'Rack A'], location: 'A1' } },
  ])
  expect((await find('freezer')).storages).toMatchObject([{ id: freezer, place: null }])
})

test('E7 a storage of exactly this name comes first, then in the order of their numbers', async () => {
  for (const alias of ['Big box 1', 'Box 10', 'Box 2', 'box 1']) await addStorage({ alias, type: 'BOX' })
  const found = (await find('Box 1')).storages.map(({ alias }) => alias)
  expect(found).toEqual(['box 1', 'Box 10', 'Big box 1'])
  expect((await find('b')).storages.map(({ alias }) => alias)).toEqual([
    'box 1',
    'Box 2',
    'Box 10',
    'Big box 1',
  ])
})

test('E7 a subject is found by a part of its code, with its samples, site and batch', async () => {
  const batch_id = await lab.addBatch({ name: 'Nordic study 4' })
  const other = await lab.addBatch({ name: 'Follow-up' })
  const of = { subject_id: 'NB-P004', site_id: 'SITE007', batch_id }
  for (let tube = 0; tube < 3; tube++) await lab.addSample({ name: `Tube ${tube}`, ...of })
  await lab.addSample({ name: 'A', subject_id: 'P004', site_id: 'S1', batch_id })
  await lab.addSample({ name: 'B', subject_id: 'p004', site_id: 'S2', batch_id: other })
  expect((await find('p004')).subjects).toEqual([
    { subjectId: expect.stringMatching(/^p004$/i), numSamples: 2, siteId: null, batchName: null },
    { subjectId: 'NB-P004', numSamples: 3, siteId: 'SITE007', batchName: 'Nordic study 4' },
  ])
})

test('E7 the code of a subject finds its samples under any name, each once', async () => {
  await lab.addSample({ name: 'P001-EDTA-1', subject_id: 'P001' })
  await lab.addSample({ name: 'Aliquot 7', subject_id: 'p001' })
  const found = await find('P001')
  expect(found.samples.map(({ name }) => name)).toEqual(['P001-EDTA-1'])
  expect(found.samplesOfSubject.map(({ name }) => name)).toEqual(['Aliquot 7'])
})

test('E7 batches come with their number of samples, the one that begins with the text first', async () => {
  const batch_id = await lab.addBatch({ name: 'Nordic 4' })
  await lab.addSample({ batch_id })
  await lab.addBatch({ name: 'Second Nordic' })
  expect((await find('nord')).batches).toMatchObject([
    { id: batch_id, name: 'Nordic 4', numSamples: 1 },
    { name: 'Second Nordic', numSamples: 0 },
  ])
  expect((await find('no')).batches).toMatchObject([{ name: 'Nordic 4' }])
})

test('E7 % and _ are letters', async () => {
  await lab.addSample({ name: 'NB_1' })
  await lab.addSample({ name: 'NBX1' })
  await lab.addSample({ name: '100 % pure' })
  expect(await namesOf('B_1')).toEqual(['NB_1'])
  expect(await namesOf('100 %')).toEqual(['100 % pure'])
  expect(await namesOf('%%%')).toEqual([])
})

test('E7 a deleted sample is named if nothing else matches', async () => {
  const { id, alias } = await lab.addSample({ name: 'NB-1' })
  await lab.post(`/samples/delete?id=${id}`, undefined)
  expect((await find(alias.toLowerCase())).deleted).toMatchObject({ sampleId: id, name: 'NB-1' })
  await lab.addSample({ name: `Not ${alias}` })
  expect((await find(alias)).deleted).toBeNull()
})

test('E7 a blank text and one of more than 200 characters are refused, 100 words are not', async () => {
  expect((await lab.get('/find', { query: ' ' })).statusCode).toBe(400)
  expect((await lab.get('/find', { query: 'x'.repeat(201) })).statusCode).toBe(400)
  expect((await lab.get('/find', { query: 'x '.repeat(99) })).statusCode).toBe(200)
  expect((await lab.get('/find', { query: 'x' }, 'nobody')).statusCode).toBe(401)
})
