import type { AuditEvent } from '@lims/contract/audit-api.ts'
import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { turnOnRoles } from '../../test/people.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import { inTransaction } from '../db/in-transaction.ts'

const lab = await openLab()
const post = (path: string, body?: object) => ok(lab.post(path, body))
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

test('events of a deleted sample, batch or storage are found by the last name, also once another has it', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const { batch_id: batchId } = await lab.db.selectFrom('sample').select('batch_id').executeTakeFirstOrThrow()
  await post('/batches/update', { id: batchId, name: 'Study A' })
  const box = { alias: 'Box 1', type: 'BOX', numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', box)
  await post(`/storage/delete?id=${storage.id}`)
  await post(`/samples/delete?id=${id}`)
  const { deletionId } = await post(`/batches/delete?id=${batchId}`)

  expect(actionsOf(await list({ entityId: 'nb-1' }))).toEqual(['sample.delete'])
  expect(actionsOf(await list({ entityId: 'box 1' }))).toEqual(['storage.delete', 'storage.create'])
  const ofBatch = ['batch.delete', 'batch.update']
  expect(actionsOf(await list({ entityId: 'study a' }))).toEqual(ofBatch)
  const lines = (await lab.get('/audit/export', { format: 'jsonl', entityId: 'Study A' })).body
  expect(lines).toContain('"action":"batch.delete"')

  const { batch } = await post('/batches/add', {
    name: 'Study A',
    description: 'd',
    numSamples: 1,
    tubeType: 'EDTA',
  })
  expect(actionsOf(await list({ entityId: 'Study A' }))).toEqual(['batch.create', ...ofBatch])
  await post('/batches/update', { id: batch.id, name: 'Study B' })
  await post('/deletions/undo', { deletionId })
  await post('/batches/update', { id: batchId, name: 'Study C' })
  expect(actionsOf(await list({ entityId: 'Study A' }))).toEqual([])
})

test('a child or a storage whose creation was undone is found by its name or tube ID', async () => {
  const { id: parentSampleId } = await lab.addSample({ name: 'NB-1' })
  const { samples } = await post('/samples/add-child', { parentSampleId, type: 'DNA', count: 1, volume: 0.5 })
  const [child] = samples
  await post('/samples/undo-add-child', { parentSampleId, childIds: [child.id] })
  const rack = { aliases: ['Rack 7'], type: 'RACK', numberRows: 2, numberColumns: 2 }
  const { undo } = await post('/storage/add-many', rack)
  await post('/storage/undo-add', undo)

  const ofChild = ['sample.delete', 'sample.create']
  expect(actionsOf(await list({ entityId: child.name.toLowerCase() }))).toEqual(ofChild)
  expect(actionsOf(await list({ entityId: child.alias.toLowerCase() }))).toEqual(ofChild)
  expect(actionsOf(await list({ entityId: 'rack 7' }))).toEqual(['storage.delete', 'storage.create'])
})

test('events of a view, also a deleted one, a pick list, a stock-take or an API token are found by its name', async () => {
  const { view } = await post('/views/save', { name: 'QC failed', search: 'status=QC_FAIL' })
  await post('/views/delete', { id: view.id })
  const { id } = await lab.addSample({ name: 'NB-1' })
  const size = { numberRows: 2, numberColumns: 2 }
  const { storage: rack } = await post('/storage/add', { alias: 'Rack A', type: 'RACK', ...size })
  const cell = { parentID: rack.id, rowCoordinate: 1, columnCoordinate: 1 }
  const { storage } = await post('/storage/add', { alias: 'Box 1', type: 'BOX', ...size, ...cell })
  await post('/samples/associate', { sampleId: id, storageId: storage.id, location: 'A1' })
  await post('/picks/create', { name: 'For Kim', sampleIds: [id] })
  await post('/stock-takes/start', { storageId: storage.id })
  await apiTokens(lab).create({ name: 'Rack reader' })
  for (const [name, actions] of Object.entries({
    'qc failed': ['view.delete', 'view.save'],
    'for kim': ['pick-list.create'],
    'box 1': ['stock-take.start', 'storage.create'],
    'rack a › box 1': ['stock-take.start'],
    'rack reader': ['token.create'],
  })) {
    expect(actionsOf(await list({ entityId: name }))).toEqual(actions)
  }
})

test('a scan of the data repository that has the number of a storage is not found by its name or code', async () => {
  const { storage } = await post('/storage/add', {
    alias: 'Box 1',
    type: 'BOX',
    numberRows: 2,
    numberColumns: 2,
  })
  const scan = { action: 'scan.begin' as const, entityId: `${storage.id}` }
  await inTransaction(lab.db, (trx) => saveAuditEvent(trx, scan, { userId: 'ada', at: testNow }))
  for (const name of ['Box 1', `STO${`${storage.id}`.padStart(7, '0')}`]) {
    expect(actionsOf(await list({ entityId: name }))).toEqual(['storage.create'])
  }
  expect(actionsOf(await list({ entityId: `${storage.id}` }))).toEqual(['scan.begin', 'storage.create'])
})
