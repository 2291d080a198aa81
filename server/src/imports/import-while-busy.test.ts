import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'

const lab = await openLab()
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
