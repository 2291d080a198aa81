import type { AuditEvent } from '@lims/contract/audit-api.ts'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { turnOnRoles } from '../../test/people.ts'

const lab = await openLab()
const post = async (path: string, body?: object) => {
  const reply = await lab.post(path, body)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
type Page = { events: AuditEvent[] }
const list = async (query: Record<string, string>): Promise<Page> =>
  (await lab.get('/audit/list', query)).json()
const actionsOf = ({ events }: Page) => events.map(({ action }) => action)

test('a sample is found by its tube ID, also once it is deleted, and a storage by the code on its label', async () => {
  const { id, alias } = await lab.addSample({ name: 'NB-1' })
  await post('/samples/update', { id, notes: 'new' })
  const box = { alias: 'Box 1', type: 'BOX', numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', box)
  const code = `STO${`${storage.id}`.padStart(7, '0')}`

  expect(actionsOf(await list({ entityId: alias.toLowerCase() }))).toEqual(['sample.update'])
  expect(actionsOf(await list({ entityType: 'batch', entityId: alias }))).toEqual([])
  expect(actionsOf(await list({ entityId: code }))).toEqual(['storage.create'])
  await post(`/samples/delete?id=${id}`)
  expect(actionsOf(await list({ entityId: alias }))).toContain('sample.update')
  const lines = (await lab.get('/audit/export', { format: 'jsonl', entityId: alias })).body
  expect(lines).toContain('"action":"sample.update"')
})

test('events of a sample, batch, storage or person are found by its name', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const { batch_id: batchId } = await lab.db.selectFrom('sample').select('batch_id').executeTakeFirstOrThrow()
  await post('/samples/update', { id, notes: 'new' })
  await post('/batches/update', { id: batchId, name: 'Pilot' })
  await post('/storage/add', { alias: 'Box 1', type: 'BOX', numberRows: 2, numberColumns: 2 })
  await turnOnRoles(lab)
  await post('/people/create-service', { name: 'Robot' })
  for (const [name, action] of Object.entries({
    'nb-1': 'sample.update',
    PILOT: 'batch.update',
    'box 1': 'storage.create',
    robot: 'person.create-service',
  })) {
    expect(actionsOf(await list({ entityId: name }))).toEqual([action])
  }
  expect(actionsOf(await list({ entityId: 'NB' }))).toEqual([])
})
