import { storageCode } from '@lims/contract/storage-code.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { findTablesWith } from '../../test/tables-with.ts'

const lab = await openLab({ ADMIN_EMAILS: 'ada@brain.example', DEFAULT_ROLE: 'bench' })
const post = (path: string, body: object) => ok(lab.post(path, body))
const erase = (more: object = {}) =>
  post('/subjects/erase', { subjectId: 'subj-77', reason: 'withdrew consent', samples: 'keep', ...more })

async function addSamples(batchName = 'Kits of SUBJ-77') {
  const { batch } = await post('/batches/add', {
    name: batchName,
    description: 'd',
    numSamples: 1,
    tubeType: 'EDTA',
    samplePrefix: 'S',
  })
  const add = async (name: string, subjectId?: string) =>
    (await post('/samples/add', { name, batchId: batch.id, type: 'DNA', status: 'UNKNOWN', subjectId }))
      .sample as { id: string; alias: string }
  return { batch, add }
}

test('the certificate and the reply say which names still contain the ID, without naming it', async () => {
  const { batch, add } = await addSamples()
  const sample = await add('SUBJ-77-EDTA-1', 'SUBJ-77')
  await add('SUBJ-778-EDTA-1')
  const size = { numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', { alias: 'Box subj-77', type: 'BOX', ...size })
  const { namesLeft, certificate } = await erase()
  expect(namesLeft).toBe(3)
  expect(certificate).toContain(
    `The ID is still in 3 names, of: sample ${sample.alias}, batch ${batch.id}, storage ${storageCode(storage.id)}.`,
  )
  expect(certificate).not.toContain('anonymous')
  expect(certificate.toUpperCase()).not.toContain('SUBJ-77')
})

test('of samples that were renamed before the erasure, no event has the ID any more', async () => {
  const { batch, add } = await addSamples()
  const { id } = await add('SUBJ-77-EDTA-1', 'SUBJ-77')
  await post('/samples/add-child', { parentSampleId: id, type: 'DNA' })
  const [child] = (await lab.get('/samples/children', { sampleId: id })).json().children
  await post('/samples/update', { id, name: 'EDTA-1' })
  await post('/samples/update', { id: child.id, name: 'EDTA-1-DNA-1' })
  await post('/batches/update', { id: batch.id, name: 'Kits', description: 'd' })
  const { namesLeft, certificate } = await erase()
  expect(namesLeft).toBe(0)
  expect(certificate).toContain('2 samples kept as anonymous')
  const { rows } = await sql`
    select action from audit_event
    where entity_type = 'sample' and strpos(upper(concat(before::text, after::text)), 'SUBJ-77') > 0
  `.execute(lab.db)
  expect(rows).toEqual([])
})

test('labels and pick lists have the new names of samples that were renamed before the erasure', async () => {
  const { add } = await addSamples('Kits')
  const first = await add('SUBJ-77-EDTA-1', 'SUBJ-77')
  const second = await add('SUBJ-77-EDTA-2', 'SUBJ-77')
  const gone = await add('SUBJ-77-EDTA-3', 'SUBJ-77')
  const size = { numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', { alias: 'Box', type: 'BOX', ...size })
  for (const [sampleId, location] of [
    [first.id, 'A1'],
    [second.id, 'A2'],
  ]) {
    await post('/samples/associate', { sampleId, storageId: storage.id, location })
  }
  const { run } = await post('/print-runs/start', { sampleIds: [first.id, second.id, gone.id] })
  await post('/print-runs/finish', { runId: run.id })
  const closed = (await post('/picks/create', { name: 'Closed', sampleIds: [first.id] })).pickList
  await post('/picks/close', { pickListId: closed.id })
  const open = (await post('/picks/create', { name: 'Open', sampleIds: [second.id] })).pickList
  for (const [index, { id }] of [first, second, gone].entries()) {
    await post('/samples/update', { id, name: `EDTA-${index + 1}` })
  }
  await post(`/samples/delete?id=${gone.id}`, { reason: 'broken' })
  const { namesLeft } = await erase()
  expect(namesLeft).toBe(0)
  expect(await findTablesWith(lab.db, 'SUBJ-77')).toEqual([])
  const { labels } = (await lab.get('/print-runs/labels', { runId: run.id })).json()
  expect(labels.map(({ sampleName }: { sampleName: string }) => sampleName)).toEqual([
    'EDTA-1',
    'EDTA-2',
    gone.alias,
  ])
  for (const [pickListId, name] of [
    [closed.id, 'EDTA-1'],
    [open.id, 'EDTA-2'],
  ]) {
    const { items } = (await lab.get('/picks/get', { pickListId })).json()
    expect(items).toMatchObject([{ name }])
  }
})

test('labels and pick lists keep no name that is changed after the erasure, as its certificate asks', async () => {
  const { add } = await addSamples('Kits')
  const { id } = await add('SUBJ-77-EDTA-1', 'SUBJ-77')
  const size = { numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', { alias: 'Box', type: 'BOX', ...size })
  await post('/samples/associate', { sampleId: id, storageId: storage.id, location: 'A1' })
  const { run } = await post('/print-runs/start', { sampleIds: [id] })
  const { pickList } = await post('/picks/create', { name: 'List', sampleIds: [id] })
  const { namesLeft, certificate } = await erase()
  expect(namesLeft).toBe(1)
  expect(certificate).toContain('Please rename these')
  const namesShown = async () => {
    const { labels } = (await lab.get('/print-runs/labels', { runId: run.id })).json()
    const { items } = (await lab.get('/picks/get', { pickListId: pickList.id })).json()
    return [labels[0].sampleName, items[0].name]
  }
  expect(await namesShown()).toEqual(['SUBJ-77-EDTA-1', 'SUBJ-77-EDTA-1'])

  await post('/samples/update', { id, name: 'EDTA-1' })

  expect(await findTablesWith(lab.db, 'SUBJ-77')).toEqual(['audit_event'])
  expect(await namesShown()).toEqual(['EDTA-1', 'EDTA-1'])
})

test('stock-takes and moves keep the name that a storage had, and the certificate says so', async () => {
  const { add } = await addSamples('Kits')
  const { id } = await add('EDTA-1', 'SUBJ-77')
  const size = { numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', { alias: 'Box SUBJ-77', type: 'BOX', ...size })
  await post('/samples/associate', { sampleId: id, storageId: storage.id, location: 'A1' })
  const { stockTake } = await post('/stock-takes/start', { storageId: storage.id })
  await post('/stock-takes/cancel', { id: stockTake.id })
  await post('/storage/update', { id: storage.id, alias: 'Box', type: 'BOX', ...size })
  const { namesLeft, certificate } = await erase()
  expect(namesLeft).toBe(0)
  expect(await findTablesWith(lab.db, 'SUBJ-77')).toContain('stock_take')
  expect(certificate).toContain('Stock-takes and moves keep the names that storages had')
})

test('no event has the ID of children whose creation was undone, once their parent was renamed', async () => {
  const { add } = await addSamples('Kits')
  const { id } = await add('SUBJ-77-EDTA-1', 'SUBJ-77')
  await post('/samples/add-child', { parentSampleId: id, type: 'DNA', volume: 0.5 })
  const [child] = (await lab.get('/samples/children', { sampleId: id })).json().children
  await post('/samples/undo-add-child', { parentSampleId: id, childIds: [child.id] })
  await post('/samples/update', { id, name: 'EDTA-1' })
  expect((await erase()).namesLeft).toBe(0)
  expect(await findTablesWith(lab.db, 'SUBJ-77')).toEqual([])
})

test('the certificate also lists what was deleted and has the ID in its name', async () => {
  const { batch, add } = await addSamples()
  const live = await add('EDTA-1', 'SUBJ-77')
  const gone = await add('SUBJ-77-EDTA-2', 'SUBJ-77')
  const size = { numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', { alias: 'Box SUBJ-77', type: 'BOX', ...size })
  await post(`/samples/delete?id=${gone.id}`, { reason: 'broken' })
  await post(`/storage/delete?id=${storage.id}`, { reason: 'broken' })
  await post('/samples/update', { id: live.id, batchId: (await addSamples('Other')).batch.id })
  await post(`/batches/delete?id=${batch.id}`, { reason: 'broken' })
  const { namesLeft, certificate } = await erase()
  expect(namesLeft).toBe(3)
  expect(certificate).toContain(
    `The ID is still in 3 names, of: deleted sample ${gone.alias}, deleted batch ${batch.id}, deleted storage ${storageCode(storage.id)}.`,
  )
  expect(certificate).toContain('what was deleted, after it is restored')
  expect(certificate).not.toContain('anonymous')
})

test('the name that a sample had when it was deleted goes too, if it was restored and renamed since', async () => {
  const { add } = await addSamples('Kits')
  const { id } = await add('SUBJ-77-EDTA-1', 'SUBJ-77')
  const { deletionId } = await post(`/samples/delete?id=${id}`, { reason: 'broken' })
  await post('/deletions/undo', { deletionId })
  await post('/samples/update', { id, name: 'EDTA-1' })
  expect((await erase()).namesLeft).toBe(0)
  expect(await findTablesWith(lab.db, 'SUBJ-77')).toEqual([])
})

test('the certificate lists tube IDs that contain the ID by the samples, and names the subject nowhere', async () => {
  const { batch } = await addSamples('Kits')
  const file = `Name,Tube ID,Subject ID,Parent
EDTA-1,SUBJ-77-1,SUBJ-77,
EDTA-2,SUBJ-77-2,SUBJ-77,
EDTA-3,SUBJ-77-3,,EDTA-1
`
  const columns = 'name,alias,subjectId,parent'
  expect((await importing(lab).apply(file, { columns, batchId: batch.id })).statusCode).toBe(200)
  const { samples } = (await lab.get('/samples/list', { query: 'SUBJ-77-', sort: 'name' })).json()
  const [live, gone, child] = samples
  await post(`/samples/delete?id=${gone.id}`, { reason: 'broken' })
  const { namesLeft, certificate, toDestroy } = await erase({ samples: 'destroy' })
  expect(toDestroy).toEqual([live.alias])
  expect(namesLeft).toBe(3)
  expect(certificate).toContain(
    `of: sample ${live.id} (tube ID), sample ${child.id} (tube ID), deleted sample ${gone.id} (tube ID).`,
  )
  expect(certificate).toContain(
    `1 sample to be destroyed, by tube ID:\n  ${live.id}, whose tube ID has the ID\n`,
  )
  expect(certificate.toUpperCase()).not.toContain('SUBJ-77')
})
