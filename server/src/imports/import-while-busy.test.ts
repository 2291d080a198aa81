import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { cancelWaiting, overlap, waitsForLock } from '../../test/overlap.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab({}, { ownProcesses: true })
const { apply } = importing(lab)

test('rejects an import of children if their parent moves to another batch during the import', async () => {
  const { id, batch_id } = await lab.addSample({ name: 'NB-1' })
  const batchId = await lab.addBatch({ name: 'Nordic study 5' })
  const columns = { columns: 'name,parent', batchId: batch_id }
  const [moved, imported] = await overlap<{ statusCode: number; lines?: unknown[] }>(lab.db, [
    () => lab.post('/samples/update', { id, batchId }),
    () => apply('Name,Parent\nNB-1-DNA-1,NB-1', columns),
  ])
  expect(moved?.statusCode).toBe(200)
  expect(imported).toEqual({
    statusCode: 404,
    lines: [
      {
        code: 'sample-not-found',
        message: 'A parent sample was deleted or moved to another batch during the import.',
      },
    ],
  })
  expect((await lab.get('/samples/children', { sampleId: id })).json().children).toEqual([])
})

test('rejects an import into a batch that is deleted during the import', async () => {
  const batchId = await lab.addBatch()
  const [deleted, imported] = await overlap<{ statusCode: number; lines?: unknown[] }>(lab.db, [
    () => lab.post(`/batches/delete?id=${batchId}`, undefined),
    () => apply('Name\nNB-1', { columns: 'name', batchId }),
  ])
  expect(deleted?.statusCode).toBe(200)
  expect(imported).toMatchObject({ statusCode: 404, lines: [{ code: 'batch-not-found', field: 'batchId' }] })
})

test.each([
  [
    'is refused if that sample is saved',
    'tube-id-taken',
    'Nothing was imported: another sample has just been created with one of these tube IDs. Please check the file again.',
  ],
  [
    'does not call it taken if the import fails for another reason',
    'database-unavailable',
    expect.any(String),
  ],
])('an import that waits for a new sample with one of its tube IDs %s', async (_, code, message) => {
  const batchId = await lab.addBatch()
  const { waiting } = await unaudited(lab.db, async (trx) => {
    const made = { created_at: testNow, created_by: 'ada', updated_at: testNow }
    const sample = {
      name: 'NB-1',
      alias: 'X-1',
      type: 'DNA',
      volume_nl: 0,
      batch_id: batchId,
      ...made,
    } as const
    await trx.insertInto('sample').values(sample).execute()
    const imported = apply('Name,Tube\nA,x-1', { columns: 'name,alias', batchName: 'New' })
    expect(await waitsForLock(lab.db, imported)).toBe(true)
    if (code !== 'tube-id-taken') await cancelWaiting(lab.db)
    return { waiting: imported }
  })
  const { lines } = await waiting
  expect(lines.at(-1)).toMatchObject({ error: { code, message } })
  expect((await lab.get('/batches/list')).json()).toMatchObject({ totalBatches: 1 })
})
