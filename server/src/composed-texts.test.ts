import { describe, expect, test } from 'vitest'
import { importing } from '../test/import-file.ts'
import { openLab } from '../test/lab.ts'
import { ok } from '../test/ok.ts'
import { composed, decomposed, withUnseen } from '../test/old-database.ts'
import { unaudited } from '../test/unaudited.ts'

const lab = await openLab()
const { apply, problemsOf } = importing(lab)

const post = (path: string, body: object) => ok(lab.post(path, body))
const addBatch = async (name: string) =>
  (await post('/batches/add', { name, description: 'x', numSamples: 1, tubeType: 'EDTA' })).batch
const addStorage = async (alias: string, more: object = {}) =>
  (await post('/storage/add', { alias, type: 'BOX', numberRows: 2, numberColumns: 2, ...more })).storage
const addSample = async (more: object) =>
  (await post('/samples/add', { name: 'NB-1', type: 'DNA', status: 'COLLECTED', ...more })).sample
const namesOf = (samples: { name: string }[]) => samples.map(({ name }) => name)

test('a name is one, however its accents are stored', async () => {
  const batch = await addBatch(decomposed)
  expect(batch.name).toBe(composed)
  const again = await lab.post('/batches/add', {
    name: composed,
    description: 'x',
    numSamples: 1,
    tubeType: 'EDTA',
  })
  expect(again.json().code).toBe('batch-name-taken')

  const freezer = await addStorage('F', { type: 'FREEZER' })
  const rack = { type: 'RACK', parentID: freezer.id }
  expect((await addStorage(composed, rack)).alias).toBe(composed)
  const { alias, type } = { alias: decomposed, type: 'RACK' }
  const twin = { alias, type, numberRows: 2, numberColumns: 2, parentID: freezer.id }
  expect((await lab.post('/storage/add', twin)).json().code).toBe('storage-name-taken')

  const first = (await post('/views/save', { name: composed, search: '' })).view
  const second = (await post('/views/save', { name: decomposed, search: 'sampleType=DNA' })).view
  expect(second).toMatchObject({ id: first.id, name: composed })
})

test('a name is one, whatever in it nobody can see', async () => {
  const batch = await addBatch('\u202aSeen\u00ad batch\u200b ')
  expect(batch.name).toBe('Seen batch')
  const again = { name: 'seen batch', description: 'x', numSamples: 1, tubeType: 'EDTA' }
  expect((await lab.post('/batches/add', again)).json().code).toBe('batch-name-taken')
  const file = 'Name,Site\nSE\u00adEN-1\u200b,\ufeffLund\nSEEN-2,Lund'
  const columns = 'name,siteId'
  expect(await problemsOf(file, { columns, batchId: batch.id })).toEqual([])
  await apply(file, { columns, batchId: batch.id })
  const { samples } = await ok(lab.get('/samples/list', { batchId: batch.id, siteId: 'Lund' }))
  expect(namesOf(samples).sort()).toEqual(['SEEN-1', 'SEEN-2'])
})

test('a name is one, whatever is between its words', async () => {
  const batch = await addBatch('Gap\n 1')
  expect(batch.name).toBe('Gap 1')
  const again = { name: 'gap  1', description: 'x', numSamples: 1, tubeType: 'EDTA' }
  expect((await lab.post('/batches/add', again)).json().code).toBe('batch-name-taken')
  const file = 'Name,Subject,Site\n"GAP-1\r\n(plasma)",P  001,Lund\t2\nGAP-2,P 001,Lund 2'
  const columns = 'name,subjectId,siteId'
  expect(await problemsOf(file, { columns, batchId: batch.id })).toEqual([])
  await apply(file, { columns, batchId: batch.id })
  const query = { batchId: batch.id, subjectId: 'P   001', siteId: 'Lund 2' }
  const { samples } = await ok(lab.get('/samples/list', query))
  expect(namesOf(samples).sort()).toEqual(['GAP-1 (plasma)', 'GAP-2'])
  const { found } = await post('/samples/resolve-codes', { codes: ['gap-1  (plasma)'] })
  expect(found).toMatchObject([{ sample: { name: 'GAP-1 (plasma)' } }])
  const child = 'Name,Parent\nGAP-3,GAP-1  (plasma)'
  expect(await problemsOf(child, { columns: 'name,parent', batchId: batch.id })).toEqual([])
})

test('a box of before, whose name has two spaces because of another one, is not taken for that one', async () => {
  const batch = await addBatch('Twins')
  await addStorage('Twin 1')
  const twin = await addStorage('Twin 2')
  await unaudited(lab.db, (trx) =>
    trx.updateTable('storage').set({ alias: 'Twin  1' }).where('id', '=', twin.id).execute(),
  )
  const file = 'Name,Box,Position\nTWIN-1,Twin  1,A1'
  const problems = await problemsOf(file, { columns: 'name,box,position', batchId: batch.id })
  expect(problems).toEqual([expect.stringContaining('is the name of 2 boxes, such as Twin 1 and Twin  1')])
})

describe.each([
  ['composed', composed, decomposed],
  ['decomposed', decomposed, composed],
  ['with what nobody can see', withUnseen, composed],
  ['without what nobody can see', composed, withUnseen],
])('what was entered %s', (_form, entered, wanted) => {
  test('is found by every search and filter in another form', async () => {
    const batch = await addBatch(`${entered} study`)
    await addSample({ batchId: batch.id, name: `${entered}-1`, siteId: entered, subjectId: `${entered} 7` })
    const box = await addStorage(`${entered} box`)
    const get = async (path: string, query: Record<string, string>) => ok(lab.get(path, query))
    const mine = [`${composed}-1`]
    for (const path of ['/samples/search', '/samples/list']) {
      expect(namesOf((await get(path, { query: `${wanted}-1` })).samples)).toEqual(mine)
      expect(namesOf((await get(path, { siteId: wanted })).samples)).toEqual(mine)
      expect(namesOf((await get(path, { subjectId: `${wanted} 7` })).samples)).toEqual(mine)
      expect(namesOf((await get(path, { name: `${wanted}-1` })).samples)).toEqual(mine)
    }
    expect((await get('/batches/search', { query: wanted })).totalBatches).toBe(1)
    expect((await get('/storage/search', { query: wanted })).storages).toMatchObject([{ id: box.id }])
    const found = await get('/find', { query: wanted })
    expect([found.samples.length, found.batches.length, found.storages.length]).toEqual([1, 1, 1])
  })

  test('is the parent of an imported row that names it in another form', async () => {
    const { id: batchId } = await addBatch('Parents')
    await addSample({ batchId, name: entered })
    const file = `Name,Site,Parent\n${wanted}-child,${wanted},${wanted}`
    const columns = 'name,siteId,parent'
    expect(await problemsOf(file, { columns, batchId })).toEqual([])
    const { lines } = await apply(file, { columns, batchId })
    expect(lines.at(-1)).toMatchObject({ success: true })
    const { samples } = await ok(lab.get('/samples/list', { batchId, siteId: composed }))
    expect(namesOf(samples)).toEqual([`${composed}-child`])
  })

  test('is the box whose logger has the name in another form', async () => {
    const box = await addStorage(entered)
    const readings = [{ at: '2026-11-20T08:55:00Z', celsius: -80 }]
    expect(await post('/temperatures/post', { storage: wanted, readings })).toMatchObject({
      storageId: box.id,
      added: 1,
    })
  })
})

test('two sites of an edited column are one', async () => {
  const { id: batchId } = await addBatch('Sites')
  const sample = await addSample({ batchId, siteId: composed })
  await post('/samples/edit-field', {
    field: 'siteId',
    sampleIds: [sample.id],
    versions: [sample.version],
    values: [decomposed],
  })
  const { sample: after } = await ok(lab.get('/samples/get', { id: sample.id }))
  expect(after.siteId).toBe(composed)
  // Nothing has changed, so that there is nothing to save.
  expect(after.version).toBe(sample.version)
})

test('the address of a data file keeps its characters', async () => {
  const { id: batchId } = await addBatch('Files')
  const bamFileUri = `/data/${decomposed}.bam`
  const sample = await addSample({ batchId, bamFileUri })
  expect(sample.bamFileUri).toBe(bamFileUri)
  const file = `Name,BAM\nA,${bamFileUri}`
  const { lines } = await apply(file, { columns: 'name,bamFileUri', batchName: 'New' })
  const { samples } = await ok(lab.get('/samples/list', { batchId: lines.at(-1).batch.id }))
  expect(samples).toMatchObject([{ bamFileUri }])
})
