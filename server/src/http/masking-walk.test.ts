import { randomUUID } from 'node:crypto'
import { allEndpoints } from '@lims/contract/api.ts'
import fc from 'fast-check'
import type { Response } from 'light-my-request'
import { readSheet } from 'read-excel-file/universal'
import { expect, test, vi } from 'vitest'
import { arbitraryRequest } from '../../test/arbitrary-request.ts'
import { openEventStream } from '../../test/event-stream.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { walkedCalls } from '../../test/walked-calls.ts'
import { withholdPermission } from '../../test/withhold-permission.ts'

const lab = await openLab({ ADMIN_EMAILS: 'ada@brain.example', DEFAULT_ROLE: 'bench' })
withholdPermission(lab.app, 'mia', 'subject.read')

/** These change who may do what, and would let the walk do nothing more. */
const leftOut = ['/people/', '/tokens/', '/roles/']

/** IDs that occur nowhere by chance. */
const made = (kind: string) => `${kind}-${randomUUID().slice(0, 13).toUpperCase()}`

/**
 * Everything that a reply lets one read: headers, the cells of Excel files, and the texts of labels without their hex.
 */
async function textOf(reply: Response): Promise<string> {
  const isExcel = reply.rawPayload.subarray(0, 2).toString('latin1') === 'PK'
  const cells = isExcel ? await readSheet(new Uint8Array(reply.rawPayload).buffer, 1, { trim: false }) : []
  const body = isExcel ? JSON.stringify(cells) : reply.body
  const withoutHex = body.replace(/_([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return `${JSON.stringify(reply.headers)}\n${body}\n${withoutHex}`.toUpperCase()
}

/** Everything that people enter a subject or a site into; the IDs of what was made. */
async function fillLaboratory(secrets: string[]) {
  const secret = (kind: string) => {
    const id = made(kind)
    secrets.push(id)
    return id
  }
  const post = (path: string, body: object, query = '') => ok(lab.post(`${path}${query}`, body))
  const name = randomUUID().slice(0, 8)
  const kits = await post('/batches/add-patient', {
    name: `Kits ${name}`,
    description: 'd',
    numPatients: 2,
    tubeTypes: [{ tubeType: 'EDTA', count: 1 }],
    siteId: secret('SITE'),
  })
  const batchId: string = kits.batch.id
  const add = async (index: number) =>
    (
      await post('/samples/add', {
        name: `${name}-${index}`,
        batchId,
        type: 'DNA',
        status: 'COLLECTED',
        volume: 1,
        subjectId: secret('SUBJ'),
        siteId: secret('SITE'),
      })
    ).sample as { id: string; alias: string; version: number }
  const samples = [await add(1), await add(2), await add(3), await add(4)] as const
  const [first, second, third, gone] = samples
  const columns = 'name,subjectId,siteId'
  const file = `Name,Subject ID,Site ID\n${name}-9,${secret('SUBJ')},${secret('SITE')}\n`
  const imported = await lab.app.inject({
    method: 'POST',
    url: '/api/samples/import/apply',
    query: { columns, batchId },
    payload: Buffer.from(file),
    headers: { authorization: `Bearer ${lab.token()}`, 'content-type': 'application/octet-stream' },
  })
  expect(imported.body).toContain('"success":true')
  await post('/samples/update', { id: first.id, subjectId: secret('SUBJ') })
  await post('/samples/edit-field', {
    field: 'siteId',
    sampleIds: [second.id],
    versions: [1],
    values: [secret('SITE')],
  })
  await post('/samples/add-child', { parentSampleId: first.id, count: 2, type: 'DNA' })
  await post('/samples/receive', { identifier: third.alias })
  const size = { numberRows: 8, numberColumns: 8 }
  const { storage } = await post('/storage/add', { alias: `Box ${name}`, type: 'BOX', ...size })
  await post('/samples/associate', { sampleId: second.id, storageId: storage.id, location: 'A1' })
  const { run } = await post('/print-runs/start', { sampleIds: [second.id, third.id] })
  await post('/print-runs/finish', { runId: run.id })
  const { run: openRun } = await post('/print-runs/start', { batchId })
  await post('/samples/delete', { reason: 'broken' }, `?id=${gone.id}`)
  return { batchId, samples, storageId: String(storage.id), runId: openRun.id as string, file, columns, name }
}

type Laboratory = Awaited<ReturnType<typeof fillLaboratory>>

/** A right request for every call that shows a sample, in any form. */
const rightReads = ({
  batchId,
  samples,
  storageId,
  runId,
}: Laboratory): [string, Record<string, string>, object?][] => {
  const [{ id, alias, version }, second, third] = samples
  return [
    ['/samples/get', { id }],
    ['/samples/list', {}],
    ['/samples/list', { batchId, sort: '-created' }],
    ['/samples/search', { query: alias }],
    ['/samples/tree', { batchId }],
    ['/samples/info', { id }],
    ['/samples/children', { sampleId: id }],
    ['/samples/orphans', {}],
    ['/samples/matching', { batchId }],
    ['/storage/occupancy', { storageId }],
    ['/find', { query: alias }],
    ['/batches/get', { id: batchId }],
    ['/batches/list', {}],
    ['/batches/search', { query: 'Kits' }],
    ['/batches/manifest', { id: batchId }],
    ['/batches/manifest', { id: batchId, format: 'xlsx' }],
    ['/samples/export', {}],
    ['/samples/export', { batchId, format: 'xlsx' }],
    ['/print-runs/labels', { runId }],
    ['/samples/chosen', {}, { sampleIds: [id, second.id] }],
    ['/samples/export-chosen', {}, { sampleIds: [id, second.id] }],
    ['/samples/resolve-codes', {}, { codes: [alias, third.alias] }],
    ['/label/generate', {}, { uuid: id }],
    ['/label/generate', {}, { uuid: second.id, additionalInfo: 'second line' }],
    ['/samples/update', {}, { id, notes: randomUUID() }],
    ['/samples/update', {}, { id, notes: 'late', version }],
    ['/samples/update-lifecycle', {}, { sampleId: second.id, newStatus: 'RECEIVED' }],
    ['/samples/add-child', {}, { parentSampleId: third.id, type: 'DNA' }],
    ['/batches/update', {}, { id: batchId, description: randomUUID() }],
    ['/deletions/list', {}],
    ['/stats/overview', {}],
    ['/stats/activity', {}],
    ['/audit/list', { pageSize: '100' }],
    // Adds an event, so it follows the list of them.
    ['/print-runs/batch-labels', { batchId }],
    ['/audit/history', { entityType: 'sample', entityId: id }],
    ['/audit/export', {}],
    ['/audit/export', { format: 'jsonl' }],
  ]
}
const isServed = (path: string) =>
  lab.app.hasRoute({ method: 'GET', url: `/api${path}` }) || !path.startsWith('/audit/')

const send = (path: string, query: Record<string, string>, body: object | undefined, token: string) =>
  body ? lab.post(`${path}?${new URLSearchParams(query)}`, body, token) : lab.get(path, query, token)

const asQuery = (query: unknown) =>
  Object.entries((query ?? {}) as Record<string, unknown>).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])

const replies = 10_000
const { seed = 0 } = fc.readConfigureGlobal()

test('who may not see subjects and sites finds none that people entered in 10,000 replies of every call', async () => {
  const mia = await lab.signIn('mia', 'Mia Berg')
  const secrets: string[] = []
  let checked = 0
  const check = async (what: string, reply: Response) => {
    expect(reply.statusCode, `${what} ${reply.body.slice(0, 300)}`).toBeLessThan(500)
    const text = await textOf(reply)
    expect(
      secrets.filter((secret) => text.includes(secret)),
      what,
    ).toEqual([])
    checked++
  }
  const reads = allEndpoints.length
  expect(reads).toBeGreaterThan(60)

  for (let round = 0; checked < replies; round++) {
    const laboratory = await fillLaboratory(secrets)
    const { samples, batchId, storageId, runId, file, columns, name } = laboratory
    for (const [path, query, body] of rightReads(laboratory)) {
      if (isServed(path)) await check(path, await send(path, query, body, mia))
    }
    // What she enters herself is not shown to her either.
    const own = { subjectId: made('OWN'), siteId: made('OWN') }
    secrets.push(own.subjectId, own.siteId)
    const added = { name: `${name}-own`, batchId, type: 'DNA', status: 'COLLECTED', ...own }
    const key = { 'idempotency-key': randomUUID() }
    const first = await lab.post('/samples/add', added, mia, key)
    expect(first.json()).toMatchObject({
      success: true,
      sample: { subjectId: null, siteId: null, masked: true },
    })
    await check('/samples/add', first)
    await check('/samples/add, saved reply', await lab.post('/samples/add', added, mia, key))
    for (const step of ['read', 'check', 'apply']) {
      const reply = await lab.app.inject({
        method: 'POST',
        url: `/api/samples/import/${step}`,
        query: step === 'read' ? {} : { columns, batchId, importAgain: 'true' },
        payload: Buffer.from(step === 'check' ? file.replace(/SUBJ[^,]*/, `$&${'x'.repeat(120)}`) : file),
        headers: { authorization: `Bearer ${mia}`, 'content-type': 'application/octet-stream' },
      })
      await check(`/samples/import/${step}`, reply)
    }
    const known = [...samples.flatMap(({ id, alias }) => [id, alias]), batchId, storageId, runId, name]
    for (const { endpoint } of walkedCalls.filter(
      ({ endpoint: { path } }) => !leftOut.some((one) => path.startsWith(one)),
    )) {
      if (endpoint.path === '/subjects/reveal') continue
      const options = { numRuns: 3, seed: seed + round }
      for (const { query, body } of fc.sample(arbitraryRequest(endpoint, known), options)) {
        const reply = await lab.app.inject({
          method: endpoint.method,
          url: `/api${endpoint.path}?${new URLSearchParams(asQuery(query))}`,
          headers: {
            authorization: `Bearer ${mia}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        })
        await check(endpoint.path, reply)
      }
    }
  }
  expect(checked).toBeGreaterThanOrEqual(replies)
}, 900_000)

test('who may see them finds them in each of these replies, so that the walk proves something', async () => {
  const secrets: string[] = []
  const laboratory = await fillLaboratory(secrets)
  const silent: string[] = []
  for (const [path, query, body] of rightReads(laboratory)) {
    if (!isServed(path)) continue
    const text = await textOf(await send(path, query, body, lab.token()))
    if (!secrets.some((secret) => text.includes(secret))) silent.push(path)
  }
  expect([...new Set(silent)].sort()).toEqual(
    [
      '/samples/matching',
      '/samples/resolve-codes',
      // The one that is refused for its old version.
      '/samples/update',
      '/find',
      '/deletions/list',
      '/stats/overview',
      '/stats/activity',
    ].sort(),
  )
})

test('searching, sorting and editing by subject or site is refused, whether or not the ID exists', async () => {
  const mia = await lab.signIn('mia', 'Mia Berg')
  const { id, batch_id: batchId } = await lab.addSample({ subject_id: 'S-1', site_id: 'L-1' })
  const requests: [string, Record<string, string>, object?][] = [
    ...['/samples/list', '/samples/search', '/samples/tree', '/samples/matching', '/samples/export'].flatMap(
      (path): [string, Record<string, string>][] => [
        [path, { subjectId: 'S-1' }],
        [path, { subject_id: 'none' }],
        [path, { siteId: 'L-1' }],
      ],
    ),
    ...['subject', '-subject', 'site', '-site'].flatMap((sort): [string, Record<string, string>][] => [
      ['/samples/list', { sort }],
      ['/samples/matching', { sort }],
    ]),
    ['/samples/update', {}, { id, subjectId: 'S-1' }],
    ['/samples/update', {}, { id, subjectId: null }],
    ['/samples/update', {}, { id, siteId: '' }],
    ['/samples/edit-field', {}, { field: 'subjectId', sampleIds: [id], versions: [1], values: ['S-1'] }],
    ['/samples/edit-field', {}, { field: 'siteId', sampleIds: [id], versions: [1], values: [null] }],
  ]
  for (const [path, query, body] of requests) {
    const reply = await send(path, query, body, mia)
    expect([reply.statusCode, reply.json().code], `${path} ${JSON.stringify(body ?? query)}`).toEqual([
      403,
      'permission-denied',
    ])
    expect((await send(path, query, body, lab.token())).statusCode, path).not.toBe(403)
  }
  expect((await lab.get('/samples/list', { subjectId: '', batchId }, mia)).statusCode).toBe(200)
  expect((await lab.post('/samples/update', { id, notes: 'clear' }, mia)).json().sample).toMatchObject({
    notes: 'clear',
    masked: true,
  })
})

test('the search box does not reveal that a subject exists', async () => {
  const mia = await lab.signIn('mia', 'Mia Berg')
  const subject = made('SUBJ')
  await lab.addSample({ subject_id: subject, site_id: made('SITE') })
  const found = (await lab.get('/find', { query: subject }, mia)).json()
  const none = (await lab.get('/find', { query: made('SUBJ') }, mia)).json()
  expect(found).toEqual(none)
  expect((await lab.get('/find', { query: subject })).json().subjects).toHaveLength(1)
})

test('the preview of a patient batch reveals only subject IDs that names of tubes show', async () => {
  const mia = await lab.signIn('mia', 'Mia Berg')
  const samplePrefix = made('SUBJ')
  await lab.addSample({ subject_id: `${samplePrefix}-P001`, name: 'T1' })
  const known = async (token = lab.token()) =>
    (await lab.get('/batches/patient-subjects', { samplePrefix, numPatients: '1' }, token)).json().knownIn
  expect(await known()).toBeDefined()
  expect(await known(mia)).toBeUndefined()
  await lab.addSample({ subject_id: `${samplePrefix}-P001`, name: `${samplePrefix}-P001-EDTA-1` })
  expect(await known(mia)).toBeDefined()
})

test('a live stream names no subject and no site', async () => {
  const server = await lab.startServer()
  withholdPermission(server, 'mia', 'subject.read')
  const origin = `http://127.0.0.1:${(server.server.address() as { port: number }).port}`
  const stream = await openEventStream({ listeningOrigin: origin }, await lab.signIn('mia', 'Mia Berg'))
  const secrets: string[] = []
  await fillLaboratory(secrets)
  await vi.waitFor(() => expect(stream.changes.length).toBeGreaterThan(0), { timeout: 10_000 })
  expect(secrets.filter((secret) => stream.text().toUpperCase().includes(secret))).toEqual([])
  stream.leave()
})

test('the metadata of a patient batch is masked with its site, and the batch says so', async () => {
  const mia = await lab.signIn('mia', 'Mia Berg')
  const { batchId } = await fillLaboratory([])
  const { batch } = (await lab.get('/batches/get', { id: batchId }, mia)).json()
  expect(batch).toMatchObject({ masked: true, metadata: { siteId: null, numPatients: 2 } })
})

test('the names of the tubes of a patient batch begin with the subject ID, and are not masked', async () => {
  const mia = await lab.signIn('mia', 'Mia Berg')
  const { batchId } = await fillLaboratory([])
  const read = async (token?: string) =>
    (await lab.get('/samples/list', { batchId, query: '-P00', pageSize: '100' }, token)).json().samples as {
      name: string
      subjectId: string | null
    }[]
  const tubes = await read()
  expect(tubes).toHaveLength(2)
  for (const { name, subjectId } of tubes) expect(name).toMatch(new RegExp(`^${subjectId}-EDTA-1$`))
  expect(await read(mia)).toMatchObject(tubes.map(({ name }) => ({ name, subjectId: null })))
})
