import { allEndpoints } from '@lims/contract/api.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { minutesLater, openLab } from '../../test/lab.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'

const lab = await openLab()
const freezer = countedFreezer(lab)

type Call = { method: 'GET' | 'POST'; url: string; query?: Record<string, string>; payload?: object }
const send = ({ method, ...call }: Call, token = lab.token(), as: 'HEAD' | undefined = undefined) =>
  lab.app.inject({ method: as ?? method, ...call, headers: { authorization: `Bearer ${token}` } })
const eventsOf = async (action = '%.export') =>
  lab.db.selectFrom('audit_event').selectAll().where('action', 'like', action).orderBy('id').execute()

/** Each call that replies with a file, and what the audit trail keeps of it. */
async function prepareCalls(): Promise<Record<string, Call & { action: string; after: object }>> {
  const { box1, samples } = await freezer.build(2)
  const [first] = samples
  const stockTake = await freezer.start(box1)
  await freezer.scan(stockTake.id, box1, first?.alias ?? '')
  await freezer.finish(stockTake.id, box1)
  const { pickList } = await freezer.post<{ pickList: { id: string } }>('/picks/create', {
    name: 'For Ada',
    purpose: 'Sequencing',
    sampleIds: [first?.id],
  })
  const csv = { format: 'csv' }
  return {
    'exports.manifest': {
      method: 'GET',
      url: '/api/batches/manifest',
      query: { id: first?.batch_id ?? '' },
      action: 'batch.export',
      after: { ...csv, numSamples: 2, withSubjects: true },
    },
    'exports.samples': {
      method: 'GET',
      url: '/api/samples/export',
      query: { status: 'UNKNOWN', query: 'NB-' },
      action: 'sample.export',
      after: { ...csv, numSamples: 2, withSubjects: true, search: 'UNKNOWN, a text' },
    },
    'exports.chosen': {
      method: 'POST',
      url: '/api/samples/export-chosen',
      payload: { sampleIds: [first?.id] },
      action: 'sample.export',
      after: { ...csv, numSamples: 1, withSubjects: true, search: 'chosen samples' },
    },
    'picks.export': {
      method: 'GET',
      url: '/api/picks/export',
      query: { pickListId: pickList.id },
      action: 'pick-list.export',
      after: { ...csv, numSamples: 1 },
    },
    'stockTakes.report': {
      method: 'GET',
      url: '/api/stock-takes/report',
      query: { id: stockTake.id, ...csv },
      action: 'stock-take.export',
      after: { ...csv, numTubes: 2 },
    },
    'audit.export': {
      method: 'GET',
      url: '/api/audit/export',
      query: { ...csv, action: 'stock-take.start' },
      action: 'audit.export',
      after: { ...csv, withSubjects: true, events: 1, search: 'stock-take.start' },
    },
  }
}

test('every call that replies with a file is among those below', async () => {
  const files = allEndpoints.filter(({ endpoint }) =>
    endpoint.replyTypes?.some((type) => type.startsWith('text/csv')),
  )
  const named = files.map(({ domain, name }) => `${domain}.${name}`)
  expect(Object.keys(await prepareCalls()).toSorted()).toEqual(named.toSorted())
})

test('whoever takes a file out leaves an audit event; HEAD takes nothing', async () => {
  for (const [name, { action, after, ...call }] of Object.entries(await prepareCalls())) {
    const before = (await eventsOf()).length
    if (call.method === 'GET') await send(call, lab.token(), 'HEAD')
    expect((await eventsOf()).length, name).toBe(before)
    expect((await send(call)).statusCode, name).toBe(200)
    const added = (await eventsOf()).slice(before)
    expect(added, name).toMatchObject([{ action, person_id: 'ada', before: null }])
    expect(added[0]?.after, name).toEqual(after)
  }
})

test('the file of the labels of a batch leaves one audit event, with the first page that is read', async () => {
  const { batch_id: batchId, id } = await lab.addSample({ subject_id: 'P-007' })
  for (let number = 2; number <= 3; number++) await lab.addSample({ batch_id: batchId, name: `NB-${number}` })
  const readPage = (pageNumber: string, token?: string) =>
    lab.get('/print-runs/batch-labels', { batchId, pageNumber, pageSize: '2' }, token)
  const url = '/api/print-runs/batch-labels'
  const head = await send({ method: 'GET', url, query: { batchId } }, lab.token(), 'HEAD')
  expect([head.statusCode, head.body, await eventsOf()]).toEqual([200, '', []])
  for (const pageNumber of ['0', '1', '2']) expect((await readPage(pageNumber)).statusCode).toBe(200)
  const event = { action: 'batch.export', entity_id: batchId, person_id: 'ada', before: null }
  const content = { format: 'labels', numSamples: 3 }
  expect(await eventsOf()).toMatchObject([{ ...event, after: { ...content, withSubjects: true } }])
  await turnOnRoles(lab)
  const bench = await signInAs(lab, 'bench')
  await readPage('0', bench)
  expect((await eventsOf())[1]?.after).toEqual({ ...content, withSubjects: false })

  // A file without its first page, and one that another person began.
  const other = await signInAs(lab, 'bench', 'cleo')
  for (const pageNumber of ['1', '0', '1']) await readPage(pageNumber, other)
  expect(await eventsOf()).toHaveLength(4)

  await lab.get('/print-runs/batch-labels', { batchId: id })
  expect(await eventsOf()).toHaveLength(4)
  lab.fillDisk()
  expect((await readPage('0')).json().code).toBe('disk-full')
})

test('a page of labels that is read with a token, or of a batch that has grown since, leaves an event of its own', async () => {
  const { batch_id: batchId } = await lab.addSample()
  await lab.addSample({ batch_id: batchId, name: 'NB-2' })
  const readPage = (pageNumber: string, token?: string) =>
    lab.get('/print-runs/batch-labels', { batchId, pageNumber, pageSize: '1' }, token)
  const { token, id } = await apiTokens(lab).create()
  for (const pageNumber of ['0', '1']) await readPage(pageNumber)
  for (const pageNumber of ['1', '1']) await readPage(pageNumber, token)
  await lab.addSample({ batch_id: batchId, name: 'NB-3' })
  for (const pageNumber of ['1', '2']) await readPage(pageNumber)
  expect((await eventsOf()).map(({ token_id, after }) => [token_id, after?.numSamples])).toEqual([
    [null, 2],
    [id, 2],
    [null, 3],
  ])
})

test('a page of labels that is read an hour after the others leaves an event of its own', async () => {
  const { batch_id: batchId } = await lab.addSample()
  await lab.addSample({ batch_id: batchId, name: 'NB-2' })
  const readPage = (pageNumber: string) =>
    lab.get('/print-runs/batch-labels', { batchId, pageNumber, pageSize: '1' })
  await readPage('0')
  for (const minutes of [59, 61, 120]) {
    lab.setNow(minutesLater(minutes))
    expect((await readPage('1')).statusCode).toBe(200)
  }
  expect(await eventsOf()).toHaveLength(2)
})

test('what was searched for is not kept, and a reader without subject IDs is recorded as such', async () => {
  await lab.addSample({ name: 'P-007 blood', subject_id: 'P-007', site_id: 'LUND' })
  await turnOnRoles(lab)
  const viewer = await signInAs(lab, 'viewer')
  const searches = [{ name: 'P-007' }, { query: 'P-007' }]
  for (const query of searches) await send({ method: 'GET', url: '/api/samples/export', query }, viewer)
  const lead = await signInAs(lab, 'study-lead')
  const personal = { subjectId: 'P-007', siteId: 'LUND' }
  await send({ method: 'GET', url: '/api/samples/export', query: personal }, lead)
  const events = await eventsOf()
  expect(events.map(({ after }) => after)).toEqual([
    { format: 'csv', numSamples: 1, withSubjects: false, search: 'a name' },
    { format: 'csv', numSamples: 1, withSubjects: false, search: 'a text' },
    { format: 'csv', numSamples: 1, withSubjects: true, search: 'a subject, a site' },
  ])
  expect(JSON.stringify(events)).not.toMatch(/P-007|LUND/)
})

test('an export of the audit trail says how much it holds and which part, without what was searched for', async () => {
  const { id } = await lab.addSample({ name: 'P-007 blood' })
  await lab.post('/samples/update', { id, notes: 'new' })
  const exported = async (query: Record<string, string>) => {
    const { body } = await lab.get('/audit/export', { format: 'jsonl', ...query })
    const after = (await eventsOf()).at(-1)?.after
    // The export itself is the newest event that may be in the file, and is not counted; a statement ends the file.
    const lines = body.trimEnd().split('\n').slice(0, -1)
    const others = lines
      .map((line) => JSON.parse(line))
      .filter(({ after: content }) => content?.search !== after?.search)
    expect(others).toHaveLength(Number(after?.events))
    expect(after).toMatchObject({ format: 'jsonl', withSubjects: true })
    return [after?.events, after?.search]
  }
  expect(await exported({ entityId: 'P-007 blood' })).toEqual([1, 'one record'])
  expect(await exported({ entityType: 'sample', entityId: id })).toEqual([1, `sample, ${id}`])
  expect(await exported({ personId: 'ada', action: 'sample.update' })).toEqual([
    1,
    'sample.update, by Ada Lindqvist',
  ])
  expect(await exported({ personId: 'P-007' })).toEqual([0, 'by a person'])
  const days = { from: '2026-11-01T00:00:00Z', to: '2026-11-21T00:00:00Z' }
  expect(await exported(days)).toEqual([6, 'from 2026-11-01, to 2026-11-20'])
  expect(await exported({})).toEqual([7, 'all events'])
  expect(JSON.stringify(await eventsOf())).not.toMatch(/P-007/)
})

test('an export of more events than are counted says so', async () => {
  await sql`insert into audit_event (at, person_id, action, entity_type, entity_id)
    select now(), 'ada', 'sample.update', 'sample', 'x' from generate_series(1, 10001)`.execute(lab.db)
  await lab.get('/audit/export', { action: 'sample.update' })
  expect((await eventsOf())[0]?.after).toMatchObject({ events: 'more than 10,000' })
})

test('the PDF of a stock-take counts the differences that are in it', async () => {
  const { box1, samples } = await freezer.build(2)
  const stockTake = await freezer.start(box1)
  await freezer.scan(stockTake.id, box1, samples[0]?.alias ?? '')
  await freezer.finish(stockTake.id, box1)
  await lab.get('/stock-takes/report', { id: stockTake.id, format: 'pdf' })
  expect((await eventsOf())[0]?.after).toEqual({ format: 'pdf', numTubes: 1 })
})

test('an export by a script names its token, and one that is refused leaves no event', async () => {
  await lab.addSample({})
  const { token, id } = await apiTokens(lab).create({ permissions: ['export', 'sample.read'] })
  await send({ method: 'GET', url: '/api/samples/export' }, token)
  expect(await eventsOf()).toMatchObject([{ action: 'sample.export', token_id: id }])
  const query = { id: '00000000-0000-4000-8000-000000000000' }
  expect((await send({ method: 'GET', url: '/api/batches/manifest', query }, token)).statusCode).toBe(404)
  expect(await eventsOf()).toHaveLength(1)
})

test('nothing leaves while its event cannot be written', async () => {
  const calls = Object.values(await prepareCalls())
  lab.fillDisk()
  for (const call of calls) {
    const reply = await send(call)
    expect([reply.statusCode, reply.json().code]).toEqual([507, 'disk-full'])
  }
  expect(await eventsOf()).toEqual([])
})
