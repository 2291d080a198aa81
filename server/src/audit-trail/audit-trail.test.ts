import type { AuditEvent } from '@lims/contract/audit-api.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { turnOnRoles } from '../../test/people.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { sealAll } from '../../test/seal-all.ts'
import { listAuditEvents } from './audit-event-queries.ts'

const lab = await openLab()
const seal = () => sealAll(lab)
const post = (path: string, body?: object) => ok(lab.post(path, body))
type Page = { events: AuditEvent[]; totalEvents: number; totalIsExact: boolean }
const list = (query: Record<string, string> = {}): Promise<Page> => ok(lab.get('/audit/list', query))
const history = async (entityType: string, entityId: string): Promise<Page> =>
  (await lab.get('/audit/history', { entityType, entityId })).json()
const actionsOf = ({ events }: Page) => events.map(({ action }) => action)
const laterBy = (minutes: number) => lab.setNow(minutesLater(minutes))

test('the audit trail is listed newest first, with names, both contents and the seal', async () => {
  const { id } = await lab.addSample({ name: 'NB-1', notes: 'clear' })
  await seal()
  laterBy(1)
  await post('/samples/update', { id, notes: 'turbid' })

  const { events, ...count } = await list()

  expect(count).toEqual({ totalEvents: 2, totalIsExact: true })
  expect(events).toEqual([
    {
      id: 2,
      at: '2026-11-20T09:01:00.000Z',
      person: { id: 'ada', name: 'Ada Lindqvist' },
      token: null,
      action: 'sample.update',
      entityType: 'sample',
      entityId: id,
      entityName: 'NB-1',
      before: { notes: 'clear' },
      after: { notes: 'turbid', version: 2 },
      reason: null,
      seal: null,
      erased: false,
    },
    expect.objectContaining({ id: 1, action: 'session.open', entityName: null, seal: 1, before: null }),
  ])
})

test('an event names the API token that acted, and the reason', async () => {
  const token = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'
  await lab.db.transaction().execute(async (trx) => {
    await sql`insert into api_token (id, name, person_id, hash, permissions, created_at, created_by, expires_at)
      values (${token}, 'Freezer robot', 'ada', '\\x00', '{}', now(), 'ada', now())`.execute(trx)
    await sql`insert into audit_event (at, person_id, token_id, reason, action, entity_type, entity_id)
      values (${testNow}, 'ada', ${token}, 'dropped', 'sample.update', 'sample', 'x')`.execute(trx)
  })
  const { events } = await list({ action: 'sample.update' })
  expect(events[0]).toMatchObject({ token: { id: token, name: 'Freezer robot' }, reason: 'dropped' })
})

test('an event names the owner of a service account, and the people whose ids its content holds', async () => {
  await turnOnRoles(lab)
  const { person } = await post('/people/create-service', { name: 'Rack robot' })
  const robot: string = person.id
  const expiresAt = new Date(testNow.getTime() + 86_400_000).toISOString()
  const { token } = await post('/tokens/create', {
    name: 'Deck 2',
    personId: robot,
    permissions: ['sample.edit'],
    expiresAt,
  })
  await post('/views/save', { name: 'QC failed', search: 'status=QC_FAIL' })
  await lab.post('/views/save', { name: 'Robot', search: '' }, token)
  const { events } = await list({ from: testNow.toISOString() })
  expect(events.slice(0, 4).map(({ action, person, people }) => ({ action, person, people }))).toEqual([
    { action: 'view.save', person: { id: robot, name: 'Rack robot', owner: 'Ada Lindqvist' } },
    { action: 'view.save', person: { id: 'ada', name: 'Ada Lindqvist' } },
    {
      action: 'token.create',
      person: { id: 'ada', name: 'Ada Lindqvist' },
      people: { [robot]: 'Rack robot' },
    },
    {
      action: 'person.create-service',
      person: { id: 'ada', name: 'Ada Lindqvist' },
      people: { ada: 'Ada Lindqvist' },
    },
  ])
})

test('the audit trail is filtered by person, action, record and time', async () => {
  const bo = await lab.signIn('bo', 'Bo Chen')
  const { id, batch_id } = await lab.addSample({ name: 'NB-1' })
  laterBy(1)
  await lab.post('/samples/update', { id, notes: 'one' }, bo)
  laterBy(2)
  await lab.post('/batches/update', { id: batch_id, name: 'Renamed' })
  laterBy(3)
  await lab.post('/samples/update', { id, notes: 'two' })

  expect(actionsOf(await list({ personId: 'bo' }))).toEqual(['sample.update', 'session.open'])
  const notesOf = ({ events }: Page) => events.map(({ after }) => after?.notes)
  expect(notesOf(await list({ personId: 'ada', action: 'sample.update' }))).toEqual(['two'])
  expect(notesOf(await list({ action: 'sample.update' }))).toEqual(['two', 'one'])
  expect(actionsOf(await list({ action: 'batch.update' }))).toEqual(['batch.update'])
  expect(actionsOf(await list({ entityType: 'sample' }))).toEqual(['sample.update', 'sample.update'])
  expect(actionsOf(await list({ entityType: 'session' }))).toEqual(['session.open', 'session.open'])
  expect(actionsOf(await list({ entityId: batch_id }))).toEqual(['batch.update'])
  expect(actionsOf(await list({ entityType: 'sample', entityId: batch_id }))).toEqual([])
  const [from, to] = ['2026-11-20T09:01:00Z', '2026-11-20T10:03:00+01:00']
  expect(actionsOf(await list({ from, to }))).toEqual(['batch.update', 'sample.update'])
  expect(actionsOf(await list({ from, to, personId: 'ada' }))).toEqual(['batch.update'])
})

test('pages follow each other, and a total stops being counted at 10,000', async () => {
  await sql`insert into audit_event (at, person_id, action, entity_type, entity_id)
    select ${testNow}::timestamptz + n * interval '1 second', 'ada', 'sample.update', 'sample', 'x'
    from generate_series(1, 10500) n`.execute(lab.db)
  const page = await list({ pageNumber: '2', pageSize: '100' })
  expect(page).toMatchObject({ totalEvents: 10_000, totalIsExact: false })
  expect(page.events.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => 10_301 - n))
  const last = await list({ pageNumber: '105', pageSize: '100', entityType: 'sample' })
  expect(last.events).toEqual([])
  const deep = await list({ pageNumber: '10400', pageSize: '1' })
  expect(deep.events.map(({ id }) => id)).toEqual([101])
})

test('the history of a sample has what happened to it with its batch, and is there after it was deleted', async () => {
  const made = await post('/batches/add', { name: 'Four', description: 'd', numSamples: 2, tubeType: 'EDTA' })
  const batchId = made.batch.id
  const { samples } = (await lab.get('/samples/list', { batchId })).json()
  const [first, second] = samples
  laterBy(1)
  await post('/samples/receive', { identifier: first.id })
  laterBy(2)
  await post('/print-runs/start', { batchId })
  laterBy(3)
  await post(`/samples/delete?id=${second.id}`)
  laterBy(4)
  const { deletionId } = await post(`/batches/delete?id=${batchId}`)
  laterBy(5)
  await post('/deletions/undo', { deletionId })

  const all = ['batch.restore', 'batch.delete', 'print-run.start', 'sample.receive', 'batch.create']
  expect(actionsOf(await history('sample', first.id))).toEqual(all)
  const gone = await history('sample', second.id)
  expect(actionsOf(gone)).toEqual(['sample.delete', 'print-run.start', 'batch.create'])
  expect(gone).toMatchObject({ totalEvents: 3, totalIsExact: true })
  expect(gone.events[0]).toMatchObject({ entityName: second.name })
  expect(actionsOf(await history('batch', batchId))).toEqual([
    ...['batch.restore', 'batch.delete', 'print-run.start', 'batch.create'],
  ])
})

test('the history of a child begins with its creation, which is recorded under its parent', async () => {
  const parent = await lab.addSample({ name: 'NB-1' })
  const other = await lab.addSample({ name: 'NB-2' })
  const derive = async (volume: number) => {
    const body = { parentSampleId: parent.id, type: 'DNA', count: 1, volume }
    return (await post('/samples/add-child', body)).samples[0].id as string
  }
  const [without, second, measured] = [await derive(0), await derive(0), await derive(0.5)]

  const { events } = await history('sample', without)
  expect(events).toMatchObject([
    { action: 'sample.add-child', entityId: parent.id, entityName: 'NB-1', after: { ids: [without] } },
  ])
  // One made with a volume has an event of its own too.
  expect(actionsOf(await history('sample', measured))).toEqual(['sample.add-child', 'sample.create'])

  laterBy(1)
  await post(`/samples/delete?id=${second}`)
  expect(actionsOf(await history('sample', second))).toEqual(['sample.delete', 'sample.add-child'])
  expect(actionsOf(await history('sample', other.id))).toEqual([])
})

test('the history of a sample that has changed its batch still begins with its registration', async () => {
  const add = (name: string) =>
    post('/batches/add', { name, description: 'd', numSamples: 1, tubeType: 'EDTA' })
  const { batch } = await add('First')
  const { samples } = (await lab.get('/samples/list', { batchId: batch.id })).json()
  const { id } = samples[0]
  for (const [minute, name] of ['Second', 'Third'].entries()) {
    laterBy(minute + 1)
    const next = await add(name)
    await post('/samples/update', { id, batchId: next.batch.id })
  }
  const { events } = await history('sample', id)
  expect(events.map(({ action }) => action)).toEqual(['sample.update', 'sample.update', 'batch.create'])
  expect(events.at(-1)?.entityName).toBe('First')
})

test('an event of a saved view names the view, also once it is deleted', async () => {
  const { view } = await post('/views/save', { name: 'QC failed', search: 'status=QC_FAIL' })
  await post('/views/delete', { id: view.id })
  const { events } = (await lab.get('/audit/list', { entityType: 'view' })).json()
  expect(events.map(({ entityName }: { entityName: string }) => entityName)).toEqual([
    'QC failed',
    'QC failed',
  ])
})

test('the history of a deleted storage has its last name', async () => {
  const { storage } = await post('/storage/add', {
    alias: 'Box 1',
    type: 'BOX',
    numberRows: 2,
    numberColumns: 2,
  })
  await post('/storage/update', { id: storage.id, alias: 'Box 2' })
  await post(`/storage/delete?id=${storage.id}`)
  const { events } = await history('storage', String(storage.id))
  expect(events.map(({ action, entityName }) => [action, entityName])).toEqual([
    ['storage.delete', 'Box 2'],
    ['storage.update', 'Box 2'],
    ['storage.create', 'Box 2'],
  ])
})

test('a sample that was renamed and deleted with its batch has its last name', async () => {
  const { id, batch_id: batchId } = await lab.addSample({ name: 'NB-1' })
  await post('/samples/update', { id, name: 'NB-2' })
  await post('/samples/update', { id, notes: 'clear' })
  await post(`/batches/delete?id=${batchId}`)
  const { events } = await list({ entityType: 'sample', entityId: id })
  expect(events.map(({ entityName }) => entityName)).toEqual(['NB-2', 'NB-2'])
})

test('a storage that was deleted before its move was closed keeps its name', async () => {
  const add = async (alias: string, type: string, parentID = 0): Promise<number> =>
    (await post('/storage/add', { alias, type, parentID, numberRows: 2, numberColumns: 2 })).storage.id
  const freezer = await add('Freezer', 'FREEZER')
  const [rack, target] = [await add('Rack A', 'RACK', freezer), await add('Rack B', 'RACK', freezer)]
  const box = await add('Box 1', 'BOX', rack)
  const plan = { goal: 'evacuate', storageIds: [rack], targetIds: [target] }
  const { move } = await post('/moves/start', plan)
  await post('/moves/confirm', {
    moveId: move.id,
    boxCode: storageCode(box),
    targetCode: storageCode(target),
  })
  await post(`/storage/delete?id=${rack}`)
  await post('/moves/close', { moveId: move.id })
  const { events } = await history('storage', `${rack}`)
  expect(events.map(({ action, entityName }) => [action, entityName])).toEqual([
    ['move.close', 'Rack A'],
    ['storage.delete', 'Rack A'],
    ['move.start', 'Rack A'],
    ['storage.create', 'Rack A'],
  ])
})

test('the history of a record is whole for an id in capitals too', async () => {
  const { batch } = await post('/batches/add', {
    name: 'Four',
    description: 'd',
    numSamples: 1,
    tubeType: 'EDTA',
  })
  const [sample] = (await lab.get('/samples/list', { batchId: batch.id })).json().samples
  await post('/samples/receive', { identifier: sample.id })
  for (const [type, id] of [
    ['sample', sample.id],
    ['batch', batch.id],
  ]) {
    const { totalEvents } = await history(type, id)
    expect(totalEvents).toBe(type === 'sample' ? 2 : 1)
    expect((await history(type, id.toUpperCase())).totalEvents).toBe(totalEvents)
  }
})

test('events of a record are listed, exported and verified for an id in capitals too', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  await post('/samples/update', { id, notes: 'new' })
  await seal()
  const entityId = id.toUpperCase()
  for (const query of [{ entityId }, { entityType: 'sample', entityId }]) {
    expect(actionsOf(await list(query))).toEqual(['sample.update'])
    const { body } = await lab.get('/audit/export', { ...query, format: 'jsonl' })
    expect(body.split('\n')[0]).toContain('"action":"sample.update"')
  }
  expect((await post('/audit/verify', { entityType: 'sample', entityId })).verified).toBe(2)
})

test('an old event that names its record in capitals is found with the others', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  await post('/samples/update', { id, notes: 'new' })
  await sql`insert into audit_event (at, person_id, action, entity_type, entity_id, after)
    values (${testNow}, 'ada', 'sample.receive', 'sample', ${id.toUpperCase()}, '{}')`.execute(lab.db)
  for (const entityId of [id, id.toUpperCase()]) {
    expect(actionsOf(await list({ entityId }))).toEqual(['sample.receive', 'sample.update'])
    expect(actionsOf(await history('sample', entityId))).toEqual(['sample.receive', 'sample.update'])
  }
  expect((await list({ entityId: id })).events.map(({ entityName }) => entityName)).toEqual(['NB-1', 'NB-1'])
})

test.each(['7F9C24E8-3B1A-4D0E-9C55-0A1B2C3D4E5F', '7f9C24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'])(
  'the id %s of a person is found as the sign-in gave it',
  async (id) => {
    await sql`insert into audit_event (at, person_id, action, entity_type, entity_id, after)
    values (${testNow}, 'ada', 'person.set-role', 'person', ${id}, '{}')`.execute(lab.db)
    expect(actionsOf(await list({ entityType: 'person', entityId: id }))).toEqual(['person.set-role'])
  },
)

test('the history of a sample that never was is empty', async () => {
  expect(await history('sample', 'none')).toEqual({ events: [], totalEvents: 0, totalIsExact: true })
})

test('the proof says how far the audit trail is sealed', async () => {
  const proof = async () => (await lab.get('/audit/proof')).json()
  expect(await proof()).toMatchObject({ seals: 0, lastSealedEvent: null, lastSealAt: null, unsealed: 1 })
  await seal()
  expect(await proof()).toMatchObject({
    seals: 1,
    lastSealedEvent: 1,
    lastSealAt: testNow.toISOString(),
    unsealed: 0,
    anchors: { file: null, timeStamp: null },
  })
})

test('a record, or the newest events, are verified on request', async () => {
  const [one, two] = [await lab.addSample({ name: 'One' }), await lab.addSample({ name: 'Two' })]
  for (const { id } of [one, two]) {
    await post('/samples/update', { id, notes: 'new' })
    await seal()
  }
  const of = (entityId: string) => post('/audit/verify', { entityType: 'sample', entityId })
  const at = testNow.toISOString()
  expect(await post('/audit/verify', {})).toEqual({ verified: 3, finding: null, at })
  expect(await of(one.id)).toEqual({ verified: 2, finding: null, at })
  expect(await of(two.id)).toEqual({ verified: 1, finding: null, at })

  await lab.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update audit_event set after = '{"notes": "old"}' where entity_id = ${two.id}`.execute(trx)
  })
  expect((await post('/audit/verify', {})).finding).toMatch(/^Event 3 was altered/)
  expect((await of(two.id)).finding).toMatch(/^Event 3 was altered/)
  expect(await of(one.id)).toMatchObject({ finding: null })
  laterBy(2)
  await post('/samples/update', { id: one.id, notes: 'newer' })
  laterBy(13)
  expect((await of(one.id)).finding).toBe('Event 4 has no seal after more than 10 minutes.')
})

test('a sample is verified with what is recorded under its batch or its parent', async () => {
  const alter = (action: string) =>
    lab.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update audit_event set reason = 'altered' where action = ${action}`.execute(trx)
    })
  const verify = (entityId: string) => post('/audit/verify', { entityType: 'sample', entityId })
  await seal()
  const body = { name: 'Four', description: 'd', numSamples: 1, tubeType: 'EDTA' }
  const { batch } = await post('/batches/add', body)
  const [sample] = (await lab.get('/samples/list', { batchId: batch.id })).json().samples
  await seal()
  laterBy(1)
  const parent = await lab.addSample({ name: 'NB-1' })
  const added = { parentSampleId: parent.id, type: 'DNA', count: 1, volume: 0 }
  const [child] = (await post('/samples/add-child', added)).samples
  await seal()

  expect(await verify(sample.id)).toMatchObject({ verified: 1, finding: null })
  expect(await verify(child.id)).toMatchObject({ verified: 1, finding: null })
  await alter('batch.create')
  expect((await verify(sample.id)).finding).toMatch(/^Event 2 was altered/)
  expect(await verify(child.id)).toMatchObject({ finding: null })
  await alter('sample.add-child')
  expect((await verify(child.id)).finding).toMatch(/^Event 3 was altered/)
})

test('a record to verify has a type and an id', async () => {
  const reply = await lab.post('/audit/verify', { entityType: 'sample' })
  expect([reply.statusCode, reply.json().message]).toEqual([
    400,
    'entityType and entityId are given together, or neither',
  ])
})

test.each(['/audit/list', '/audit/export'])(
  'a range that ends before it begins is refused by %s',
  async (path) => {
    const range = { from: '2026-11-10T00:00:00Z', to: '2026-11-03T00:00:00Z' }
    const reply = await lab.get(path, range)
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { code: 'request-invalid', message: 'to must not be earlier than from', field: 'to' },
    ])
    expect((await lab.get(path, { from: range.to, to: range.from })).statusCode).toBe(200)
  },
)

test('the few events of a kind are found among thousands of other events of a person', async () => {
  await sql`
    insert into audit_event (at, person_id, action, entity_type, entity_id, after)
    select ${testNow}::timestamptz + n * interval '1 second', 'ada',
      case when n < 5 then 'batch.create' else 'sample.create' end,
      case when n < 5 then 'batch' else 'sample' end, gen_random_uuid()::text, '{}'
    from generate_series(0, 4999) n
  `.execute(lab.db)
  await sql`vacuum (analyze) audit_event`.execute(lab.db)
  const filters = { personId: 'ada', entityType: 'batch' as const, entityId: undefined, namesakeIds: [] }
  const read = await rowsReadBy(lab.db, 'audit_event', async (trx) => {
    const { events, totalEvents } = await listAuditEvents(trx, { ...filters, pageNumber: 0, pageSize: 10 })
    expect([events.length, totalEvents]).toEqual([5, 5])
  })
  expect(read).toBeLessThan(500)
})
