import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { minutesLater, openLab } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'
import type { Db } from '../db/database.ts'

vi.setConfig({ testTimeout: 120_000 })

const lab = await openLab()
const samples = 20_000
const patientsPerBatch = 200
const tubeTypes = [
  { tubeType: 'EDTA', count: 6 },
  { tubeType: 'DBS', count: 4 },
]

/** Ten batches, each with its own site. */
async function fillLab(numPatients = patientsPerBatch, beforeEachBatch = () => {}) {
  for (const site of 'ABCDEFGHIJ') {
    beforeEachBatch()
    const kits = { numPatients, tubeTypes, samplePrefix: `KIT${site}`, siteId: site }
    await lab.post('/batches/add-patient', { name: `Kits of ${site}`, description: 'Plasma', ...kits })
  }
  await sql`vacuum (analyze)`.execute(lab.db)
}

/**
 * Returns the number of rows read so far from all tables but those of the ten batches and the few storages, which a
 * plan may well read whole for each sample.
 */
async function rowsRead(): Promise<number> {
  await flushStatistics()
  await sql`select pg_stat_clear_snapshot()`.execute(lab.db)
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_user_tables
    where relname not in ('batch', 'storage')
  `.execute(lab.db)
  return rows[0]?.read ?? 0
}

const connections = 20

/** Each connection reports its statistics only on request. None is returned before all have been taken. */
async function flushStatistics() {
  const all = Promise.withResolvers<void>()
  let taken = 0
  const flush = (connection: Db) =>
    sql`select pg_stat_force_next_flush()`.execute(connection).then(() => {
      taken += 1
      if (taken === connections) all.resolve()
      return all.promise
    }, all.reject)
  await Promise.all(Array.from({ length: connections }, () => lab.db.connection().execute(flush)))
}

async function readDuring(call: () => Promise<unknown>): Promise<number> {
  const before = await rowsRead()
  await call()
  return (await rowsRead()) - before
}

type Calls = [path: string, query: Record<string, string>][]

/** Counting takes longer than most calls. */
const countedTogether = 8

/** Calls that together read no more rows than one may are not counted one by one. */
async function findCallsOverLimit(calls: Calls, maxRows: number): Promise<string[]> {
  const found: string[] = []
  for (let from = 0; from < calls.length; from += countedTogether)
    found.push(...(await findOverLimit(calls.slice(from, from + countedTogether), maxRows)))
  return found
}

async function findOverLimit(calls: Calls, maxRows: number): Promise<string[]> {
  const send = async () => {
    for (const [path, query] of calls) expect((await lab.get(path, query)).statusCode).toBe(200)
  }
  const read = await readDuring(send)
  if (read <= maxRows) return []
  const half = Math.ceil(calls.length / 2)
  if (calls.length > 1)
    return [
      ...(await findOverLimit(calls.slice(0, half), maxRows)),
      ...(await findOverLimit(calls.slice(half), maxRows)),
    ]
  // Once more: the database's own tasks, such as autovacuum, read rows too.
  const least = Math.min(read, await readDuring(send))
  return calls.flatMap(([path, query]) =>
    least > maxRows ? [`${path} ${JSON.stringify(query)} read ${least} rows`] : [],
  )
}

const pageSize = '100'
const missing = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ query: `nowhere ${number}`, pageSize }))
const searches: Calls = [...missing, { query: 'KITA-P077-EDTA-3' }, { query: 'T0020000' }].map((query) => [
  '/samples/search',
  query,
])

/** Every beginning of these texts, as a person types them. */
const finds: Calls = [
  'T0012345',
  'kita-p077-edta-3',
  'p077 ed',
  'a-3',
  'nowhere 1',
  'kits of b',
  'blood',
  '---',
  '%%%',
].flatMap((text) => [...text].map((_, at): Calls[number] => ['/find', { query: text.slice(0, at + 1) }]))

test('a page reads about as many rows as it shows, regardless of the number of samples', async () => {
  await fillLab()
  const [oldest, newest] = await Promise.all(
    ['T0000001', `T00${samples}`].map(async (query) => {
      const reply = await lab.get('/samples/search', { query })
      return reply.json().samples[0] as { id: string; batchId: string }
    }),
  )
  const calls: Calls = [
    ['/samples/get', { id: oldest?.id ?? '' }],
    ['/samples/lifecycle-history', { sampleId: oldest?.id ?? '' }],
    ['/samples/children', { sampleId: oldest?.id ?? '' }],
    ['/samples/info', { id: oldest?.id ?? '' }],
    ['/samples/location', { sampleId: oldest?.id ?? '' }],
    ['/samples/subject', { sampleId: oldest?.id ?? '' }],
    ['/audit/history', { entityType: 'sample', entityId: oldest?.id ?? '' }],
    ['/audit/history', { entityType: 'batch', entityId: oldest?.batchId ?? '' }],
    ['/audit/history', { entityType: 'sample', entityId: 'no such sample' }],
    ['/audit/list', {}],
    ['/custody/history', { sampleId: oldest?.id ?? '' }],
    ['/print-runs/of-sample', { sampleId: oldest?.id ?? '' }],
    ['/temperatures/sample', { sampleId: oldest?.id ?? '' }],
    ['/samples/list', { pageSize }],
    ['/samples/list', { pageSize, batchId: oldest?.batchId ?? '' }],
    ['/samples/list', { pageSize, batchId: newest?.batchId ?? '' }],
    ['/samples/list', { pageSize, siteId: 'a' }],
    ['/samples/list', { pageSize, siteId: 'nowhere', status: 'UNKNOWN' }],
    ['/samples/list', { pageSize, subjectId: 'P077' }],
    ['/samples/list', { pageSize, subjectId: '077' }],
    ['/samples/list', { pageSize, subjectId: 'unknown' }],
    ['/samples/list', { pageSize, hasPlace: 'no' }],
    ['/samples/list', { pageSize, hasFile: 'yes' }],
    ['/samples/list', { pageSize, storageId: '1' }],
    ['/samples/list', { pageSize, createdFrom: '2026-12-01T00:00:00Z' }],
    ['/samples/list', { pageSize, sampleType: 'BLOOD' }],
    ...searches,
    ['/samples/search', { pageSize, query: 'P077' }],
    ['/samples/search', { pageSize, name: 'kita-p077' }],
    ['/samples/search', { name: 'nowhere' }],
    ['/samples/tree', { name: 'kita-p077' }],
    ['/samples/tree', {}],
    ['/samples/tree', { batchId: oldest?.batchId ?? '' }],
    ['/samples/tree', { batchId: newest?.batchId ?? '' }],
    ['/samples/tree', { query: 'P077' }],
    ['/samples/tree', { status: 'UNKNOWN' }],
    ['/samples/orphans', { pageSize }],
    ['/batches/list', {}],
    ['/batches/get', { id: newest?.batchId ?? '' }],
  ]
  expect(await findCallsOverLimit(calls, 500)).toEqual([])
  expect(await findCallsOverLimit(finds, 4000)).toEqual([])
  const perBatch = tubeTypes.reduce((sum, { count }) => sum + count, 0) * patientsPerBatch
  const ofWholeBatch: Calls = [
    ['/samples/list', { pageSize, siteId: 'a', status: 'UNKNOWN' }],
    ['/batches/manifest', { id: newest?.batchId ?? '' }],
  ]
  expect(await findCallsOverLimit(ofWholeBatch, 2.5 * perBatch)).toEqual([])
})

test('a list that is sorted by a column with an index in its order reads no more than a batch', async () => {
  let minute = 0
  await fillLab(patientsPerBatch, () => lab.setNow(minutesLater(++minute)))
  const sorts = ['name', 'tubeId', 'type', 'created'].flatMap((sort) => [sort, `-${sort}`])
  const calls = sorts.map((sort): Calls[number] => ['/samples/search', { sort, pageSize }])
  // What was created at one time is read before it is sorted by number.
  expect(await findCallsOverLimit(calls, samples / 10 + 500)).toEqual([])
})

test('the first page of a list reads as few rows once PostgreSQL keeps its plan', async () => {
  await fillLab()
  const { samples: found } = (await lab.get('/samples/search', { query: 'KITA-P077-EDTA-3' })).json()
  const filters = [
    {},
    { batchId: found[0].batchId as string },
    { batchId: found[0].batchId as string, status: 'UNKNOWN' },
    { siteId: 'a' },
    { siteId: 'j' },
    { subjectId: 'P077' },
    { status: 'UNKNOWN' },
    { status: 'RECEIVED' },
    { sampleType: 'BLOOD' },
    { sampleType: 'CSF' },
  ]
  const calls = filters.map((filter): Calls[number] => ['/samples/list', { ...filter, pageSize }])
  // A plan is kept from the sixth time on.
  for (let times = 0; times < 8; times++) for (const call of calls) await lab.get(...call)
  expect(await findCallsOverLimit(calls, 500)).toEqual([])
})

test('a list of the first or the last value of an index reads no more rows than any other', async () => {
  await fillLab(100)
  const { rows: batches } = await sql<{ id: string }>`select id from batch order by id`.execute(lab.db)
  await unaudited(lab.db, (trx) =>
    sql`
      insert into lifecycle_event (sample_id, from_status, to_status, at, person_id)
      select id, status, 'COLLECTED', now(), 'ada' from sample where number % 3 = 0 order by number
    `.execute(trx),
  )
  await sql`vacuum (analyze)`.execute(lab.db)
  const filters = [
    { batchId: batches.at(0)?.id ?? '' },
    { batchId: batches.at(-1)?.id ?? '' },
    { siteId: 'a' },
    { siteId: 'j' },
    { status: 'COLLECTED' },
    { status: 'UNKNOWN' },
    { sampleType: 'PLASMA' },
  ]
  const sizes = ['10', '100', '50']
  const calls = sizes.flatMap((size) =>
    filters.map((filter): Calls[number] => ['/samples/list', { ...filter, pageSize: size }]),
  )
  // A plan is kept from the sixth time on.
  for (let times = 0; times < 8; times++) for (const call of calls) await lab.get(...call)
  expect(await findCallsOverLimit(calls, 500)).toEqual([])
})

test('the tree by a site or type that only old batches have reads no sample of the newer ones', async () => {
  // More of each site than are collected.
  await fillLab(300)
  await unaudited(lab.db, (trx) => sql`update sample set type = 'CSF' where site_id = 'A'`.execute(trx))
  await sql`vacuum (analyze)`.execute(lab.db)
  const filters = [{ siteId: 'a' }, { sampleType: 'CSF' }, { sampleType: 'CSF,DNA' }]
  const calls = filters.map((filter): Calls[number] => ['/samples/tree', filter])
  // A plan is kept from the sixth time on.
  for (let times = 0; times < 8; times++) for (const call of calls) await lab.get(...call)
  expect(await findCallsOverLimit(calls, 800)).toEqual([])
})

test('a status that few samples have is looked up, also beside filters that most samples match', async () => {
  await fillLab()
  await unaudited(lab.db, (trx) =>
    sql`
      insert into lifecycle_event (sample_id, from_status, to_status, at, person_id)
      select id, status, 'COLLECTED', now(), 'ada' from sample order by number limit 30
    `.execute(trx),
  )
  await sql`vacuum (analyze)`.execute(lab.db)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const filters = [
    { status: 'COLLECTED' },
    { status: 'COLLECTED', sampleType: 'PLASMA' },
    { status: 'COLLECTED', sampleType: 'PLASMA,CSF', hasPlace: 'no' },
    { status: 'COLLECTED', siteId: 'a' },
    { status: 'COLLECTED,QC_FAIL' },
    { status: 'COLLECTED,QC_FAIL', createdTo: tomorrow },
    { status: 'COLLECTED', waitingSince: tomorrow },
  ]
  const paths = ['/samples/list', '/samples/tree', '/samples/matching', '/samples/export']
  const calls = paths.flatMap((path) => filters.map((filter): Calls[number] => [path, { ...filter }]))
  calls.push(
    ['/samples/orphans', { status: 'COLLECTED' }],
    ['/samples/search', { status: 'COLLECTED', name: 'kit' }],
  )
  // A plan is kept from the sixth time on.
  for (let times = 0; times < 8; times++) for (const call of calls) await lab.get(...call)
  expect((await lab.get('/samples/list', filters[2])).json().totalSamples).toBe(30)
  expect(await findCallsOverLimit(calls, 500)).toEqual([])
  expect(await findCallsOverLimit([['/stats/overview', {}]], 2000)).toEqual([])
})

test('E2 the places of a page cost about two rows a sample', async () => {
  await fillLab()
  const storageIds: number[] = []
  // So few of all that are placed that an index is chosen every time.
  const inBox = 250
  for (const type of ['FREEZER', ...Array.from({ length: 40 }, () => 'BOX')]) {
    const grid = { numberRows: type === 'BOX' ? 5 : 2, numberColumns: 50, parentID: storageIds[0] }
    const made = await lab.post('/storage/add', { alias: `S${storageIds.length}`, type, ...grid })
    storageIds.push(made.json().storage.id)
  }
  await unaudited(lab.db, (trx) =>
    sql`
      insert into placement (storage_id, row_coordinate, column_coordinate, sample_id, placed_at, placed_by)
      select ${storageIds[1]}::int + cell / ${inBox}, cell % ${inBox} / 50 + 1, cell % 50 + 1, id, now(), 'ada'
      from (select id, (row_number() over (order by number desc) - 1)::int as cell from sample limit 10000) placed
    `.execute(trx),
  )
  await sql`vacuum (analyze)`.execute(lab.db)
  const calls: Calls = [
    ['/samples/list', { pageSize }],
    ['/samples/tree', { pageSize }],
  ]
  expect((await lab.get('/samples/list', { pageSize })).json().samples[0].place.path).toMatch(/^S0 › S1 › /)
  expect(await findCallsOverLimit(calls, 800)).toEqual([])

  // The tubes of one box were registered together, and half of all samples before them.
  const lastBox = { pageSize, storageId: `${storageIds[40]}` }
  const ofOneBox: Calls = [
    ['/samples/list', lastBox],
    ...['created', '-created', 'tubeId', 'type', 'name'].map((sort): Calls[number] => [
      '/samples/list',
      { ...lastBox, sort },
    ]),
    ['/samples/list', { ...lastBox, siteId: 'j', sort: 'created' }],
    ['/samples/matching', { storageId: lastBox.storageId }],
  ]
  expect(await findCallsOverLimit(ofOneBox, 9 * inBox)).toEqual([])
  // The tubes are read once more for what matches itself, and for the children.
  const treesOfOneBox: Calls = [
    ['/samples/tree', lastBox],
    ['/samples/tree', { ...lastBox, status: 'UNKNOWN' }],
  ]
  expect(await findCallsOverLimit(treesOfOneBox, 16 * inBox)).toEqual([])
})

test('finds a code among thousands of deleted samples by an index', async () => {
  await fillLab()
  const { samples: found } = (await lab.get('/samples/search', { query: 'KITA-P077-EDTA-3' })).json()
  const deleted = await lab.post(`/batches/delete?id=${found[0].batchId}`, undefined)
  expect(deleted.statusCode).toBe(200)
  await sql`vacuum (analyze)`.execute(lab.db)
  const codes = [found[0].id, found[0].alias.toLowerCase(), 'T9999999']
  const calls: Calls = codes.map((code) => ['/deletions/find', { code }])
  expect(await findCallsOverLimit(calls, 50)).toEqual([])
})

test('a code reads no more rows where thousands of samples have it as their name', async () => {
  await lab.post('/batches/add', { name: 'C', description: 'd', numSamples: 3000, tubeType: 'EDTA' })
  await unaudited(lab.db, (trx) => sql`update sample set name = 'Control'`.execute(trx))
  await sql`vacuum (analyze)`.execute(lab.db)
  const resolve = (code: string) => lab.post('/samples/resolve-codes', { codes: [code] })
  expect((await resolve('control')).json().ambiguous).toMatchObject([{ code: 'control', hasMore: true }])
  expect((await resolve('nobody')).json().unknown).toEqual(['nobody'])
  for (const code of ['control', 'nobody']) {
    const read = () => readDuring(() => resolve(code))
    expect(Math.min(await read(), await read()), code).toBeLessThan(100)
  }
})

test('a search reads no more rows after thousands of changes that are pending in the index', async () => {
  await fillLab()
  // Repeated until PostgreSQL caches a generic plan.
  await findCallsOverLimit(searches, samples)
  await unaudited(lab.db, (trx) =>
    sql`update sample set subject_id = subject_id || 'x' where number <= 3000`.execute(trx),
  )
  await sql`analyze sample`.execute(lab.db)
  expect(await findCallsOverLimit([...searches, ['/samples/list', { subjectId: '077x' }]], 500)).toEqual([])
  const { rows } = await sql<{ id: string }>`select id from sample order by number limit 3000`.execute(lab.db)
  const sampleIds = rows.map(({ id }) => id)
  const moved = await lab.post('/samples/update-statuses', { sampleIds, newStatus: 'COLLECTED' })
  expect(moved.statusCode).toBe(200)
  await sql`analyze sample`.execute(lab.db)
  expect(await findCallsOverLimit(searches, 500)).toEqual([])
  expect(await findCallsOverLimit(finds, 4000)).toEqual([])
  expect(await findCallsOverLimit([['/samples/tree', { status: 'UNKNOWN' }]], 500)).toEqual([])
})

const writesOfMany: [what: string, write: () => Promise<{ statusCode: number }>][] = [
  [
    'a registration',
    () => lab.post('/batches/add', { name: 'Many', description: 'd', numSamples: 2000, tubeType: 'EDTA' }),
  ],
  [
    'an edit',
    async () => {
      const { rows } = await sql<{ id: string }>`select id from sample limit 2000`.execute(lab.db)
      const sampleIds = rows.map(({ id }) => id)
      const versions = sampleIds.map(() => 1)
      return lab.post('/samples/edit-field', { field: 'visitId', sampleIds, versions, values: ['V2'] })
    },
  ],
]

test.each(writesOfMany)('a search reads no more rows after %s of 2,000 samples', async (_, write) => {
  await fillLab(20)
  expect((await write()).statusCode).toBe(200)
  await sql`analyze sample`.execute(lab.db)
  const { rows } = await sql<{ waiting: string }>`
    select gin_clean_pending_list(oid)::text as waiting from pg_class where relname in ('sample_search', 'sample_subject_search')
  `.execute(lab.db)
  expect(rows).toEqual([{ waiting: '0' }, { waiting: '0' }])
  expect(await findCallsOverLimit(searches, 500)).toEqual([])
})
