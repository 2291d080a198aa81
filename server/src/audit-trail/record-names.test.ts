import type { AuditEvent } from '@lims/contract/audit-api.ts'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()
const { addBox, addTube } = pickLab(lab)
const historyOf = async (sampleId: string): Promise<AuditEvent[]> =>
  (await ok(lab.get('/audit/history', { entityType: 'sample', entityId: sampleId }))).events

test('an event names the storages, batches and samples whose ids its content holds, also deleted ones', async () => {
  const [box, other] = [await addBox('Box 03'), await addBox('Box 04')]
  const { id } = await addTube(box, 'A2')
  const { batchId: first } = (await ok(lab.get('/samples/get', { id }))).sample
  const next = await lab.addBatch({ name: 'Nordic 5' })
  await ok(lab.post('/samples/update', { id, batchId: next }))
  const to = { storageId: other, rowCoordinate: 1, columnCoordinate: 1 }
  await ok(lab.post('/samples/arrange', { moves: [{ sampleId: id, ...to }] }))
  await ok(lab.post(`/storage/delete?id=${box}`, {}))
  const { name: lastName } = (await ok(lab.get('/batches/get', { id: first }))).batch
  await ok(lab.post(`/batches/delete?id=${first}`, {}))
  const derived = { parentSampleId: id, type: 'DNA', count: 1, volume: 0.5 }
  const { samples } = await ok(lab.post('/samples/add-child', derived))

  const namesIn = async (sampleId: string, action: string) =>
    (await historyOf(sampleId)).find((event) => event.action === action)?.recordNames
  expect(await namesIn(id, 'sample.arrange')).toEqual({
    [`storage ${box}`]: 'Box 03',
    [`storage ${other}`]: 'Box 04',
  })
  expect(await namesIn(id, 'sample.update')).toEqual({
    [`batch ${first}`]: lastName,
    [`batch ${next}`]: 'Nordic 5',
  })
  expect((await namesIn(samples[0].id, 'sample.create'))?.[`sample ${id}`]).toMatch(/^NB-/)
})
