import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { importing } from '../../test/import-file.ts'
import { minutesLater, openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { overlap } from '../../test/overlap.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'

const lab = await openLab()
const { apply } = importing(lab)
const file = 'name,alias,parent,box,position\nNB-1,X-1,,Box 3,A1\nNB-1-DNA-1,X-2,NB-1,,\nNB-2,X-3,,Box 3,A2\n'
const columns = 'name,alias,parent,box,position'
const later = minutesLater(1)
type Imported = { batchId: string; ids: [string, string, string]; box: number }

const addBox = async (alias: string): Promise<number> =>
  (await lab.post('/storage/add', { alias, type: 'BOX', numberRows: 3, numberColumns: 3 })).json().storage.id
const samplesOf = async (batchId: string): Promise<{ id: string; name: string }[]> =>
  (await lab.get('/samples/list', { batchId, pageSize: '100' })).json().samples
const undo = async (batchId: string, token = lab.token()) => {
  const reply = await lab.post('/samples/import/undo', { batchId }, token)
  return [reply.statusCode, reply.json()]
}
async function importFile(): Promise<Imported> {
  const box = await addBox('Box 3')
  const { lines } = await apply(file, { columns, batchName: 'Study' })
  expect(lines.at(-1)).toMatchObject({ success: true, numPlaced: 2 })
  const batchId = lines.at(-1).batch.id
  const samples = await samplesOf(batchId)
  lab.setNow(later)
  const idOf = (wanted: string) => samples.find(({ name }) => name === wanted)?.id ?? ''
  return { batchId, box, ids: [idOf('NB-1'), idOf('NB-1-DNA-1'), idOf('NB-2')] }
}

test('undo of an import deletes its new batch with all samples, and the deletion can be undone', async () => {
  const { batchId, ids } = await importFile()
  const [status, reply] = await undo(batchId)
  expect([status, reply]).toEqual([200, { success: true, deletionId: expect.any(String), numSamples: 3 }])
  expect((await lab.get('/batches/get', { id: batchId })).statusCode).toBe(404)
  expect(await auditEventsOf(lab, 'batch.delete')).toMatchObject([
    { entity_id: batchId, before: { name: 'Study', numSamples: 3 }, after: { isImportUndone: true } },
  ])
  expect((await undo(batchId))[1]).toMatchObject({ code: 'batch-not-found' })

  const back = await lab.post('/deletions/undo', { deletionId: reply.deletionId })
  expect(back.json()).toEqual({ success: true, numSamples: 3 })
  expect((await lab.get('/samples/location', { sampleId: ids[2] })).json()).toMatchObject({ location: 'A2' })
})

test('labels that wait in a print run, an export and a revealed subject do not keep an import from its undo', async () => {
  const { batchId, ids } = await importFile()
  await lab.post('/print-runs/start', { batchId })
  expect((await lab.get('/batches/manifest', { id: batchId, format: 'csv' })).statusCode).toBe(200)
  await ok(lab.post('/subjects/reveal', { sampleId: ids[0], reason: 'to check' }))
  expect((await undo(batchId))[0]).toBe(200)
})

test.each<
  [string, (imported: Imported) => Promise<{ statusCode: number; body: string } | undefined>, string]
>([
  [
    'a sample was received',
    ({ ids }) => lab.post('/samples/receive', { identifier: ids[2] }),
    'Ada Lindqvist has changed NB-2 since',
  ],
  [
    'a sample was edited',
    ({ ids }) => lab.post('/samples/update', { id: ids[0], notes: 'clear' }),
    'Ada Lindqvist has changed NB-1 since',
  ],
  [
    'a sample was checked out',
    ({ ids }) => lab.post('/custody/check-out', { identifiers: [ids[2]], purpose: 'ELISA' }),
    'Ada Lindqvist has changed NB-2 since',
  ],
  [
    'a sample was moved to another cell',
    ({ ids, box }) =>
      lab.post('/samples/update-location', {
        sampleLocation: { sampleId: ids[2], storageId: box, location: 'C3' },
      }),
    'Ada Lindqvist has changed NB-2 since',
  ],
  [
    'a sample without a place was placed',
    ({ ids, box }) => lab.post('/samples/associate', { sampleId: ids[1], storageId: box, location: 'B2' }),
    'Ada Lindqvist has changed NB-1-DNA-1 since',
  ],
  [
    'children were made',
    ({ ids }) => lab.post('/samples/add-child', { parentSampleId: ids[2], type: 'DNA' }),
    'Ada Lindqvist has changed NB-2 since',
  ],
  [
    'a sample was added to the batch',
    ({ batchId }) => lab.post('/samples/add', { name: 'NB-9', batchId, type: 'DNA', status: 'COLLECTED' }),
    'Ada Lindqvist has added NB-9 since',
  ],
  [
    'a sample was deleted',
    ({ ids }) => lab.post(`/samples/delete?id=${ids[2]}`, undefined),
    'samples of Study were deleted or moved to another batch since',
  ],
  [
    'a sample was moved to another batch',
    async ({ ids }) => lab.post('/samples/update', { id: ids[2], batchId: await lab.addBatch() }),
    'samples of Study were deleted or moved to another batch since',
  ],
  [
    'the batch was renamed',
    ({ batchId }) => lab.post('/batches/update', { id: batchId, name: 'Study 2' }),
    'Ada Lindqvist has changed Study 2 since',
  ],
  [
    'another file was imported into the batch',
    async ({ batchId }) => {
      await apply('name\nNB-7\n', { columns: 'name', batchId })
      return undefined
    },
    'Ada Lindqvist has changed Study since',
  ],
  [
    'a label was printed',
    async ({ ids }) => {
      const { run } = (await lab.post('/print-runs/start', { sampleIds: [ids[2]] })).json()
      return lab.post('/print-runs/mark', {
        runId: run.id,
        labels: [{ place: 1, from: 'waiting', to: 'sending' }],
      })
    },
    'a label of NB-2 was printed',
  ],
])('undo of an import is refused once %s, and everything stays', async (_, change, reason) => {
  const imported = await importFile()
  const reply = await change(imported)
  if (reply) expect(reply.statusCode, reply.body).toBe(200)
  const before = await samplesOf(imported.batchId)
  expect(await undo(imported.batchId)).toEqual([
    409,
    { code: 'import-changed-since', message: `Nothing was undone: ${reason}.` },
  ])
  expect(await samplesOf(imported.batchId)).toEqual(before)
})

test('an import into a batch that was there is not undone', async () => {
  const batchId = await lab.addBatch({ name: 'Study' })
  await apply('name\nNB-1\n', { columns: 'name', batchId })
  expect(await undo(batchId)).toEqual([
    404,
    { code: 'import-not-found', message: 'No import has created Study.' },
  ])
})

test('while roles are on, who may import undoes their own import without a reason, and not that of another', async () => {
  await turnOnRoles(lab)
  const bench = await signInAs(lab, 'bench')
  const query = { columns: 'name', batchName: 'Study' }
  const own = (await apply('name\nNB-1\n', query, undefined, bench)).lines.at(-1).batch.id
  expect((await undo(own, bench))[0]).toBe(200)

  const ofAda = (await apply('name\nNB-1\n', query)).lines.at(-1).batch.id
  expect(await undo(ofAda, bench)).toEqual([
    403,
    {
      code: 'permission-denied',
      message: 'Another person has imported this batch. Only someone who may delete batches can undo it.',
    },
  ])
  expect((await undo(ofAda, await signInAs(lab, 'study-lead')))[0]).toBe(200)
})

test('an edit at the same time as the undo of its import is not lost', async () => {
  const { batchId, ids } = await importFile()
  const [received, undone] = await overlap(lab.db, [
    () => lab.post('/samples/update', { id: ids[2], notes: 'clear' }),
    () => lab.post('/samples/import/undo', { batchId }),
  ])
  expect([received?.statusCode, undone?.statusCode]).toEqual([200, 409])
  expect(undone?.json()).toMatchObject({ code: 'import-changed-since' })
})
