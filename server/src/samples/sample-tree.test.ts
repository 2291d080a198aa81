import type { TreeBatch, TreeSample } from '@lims/contract/sample-tree.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { unaudited } from '../../test/unaudited.ts'
import { collectFromStorage } from './resolve-filter.ts'
import { matches } from './sample-match-queries.ts'
import { listTreeParents } from './sample-tree-queries.ts'

const noBatch = '00000000-0000-4000-8000-000000000000'
const lab = await openLab()
const tree = async (query: Record<string, string> = {}) => (await lab.get('/samples/tree', query)).json()
const names = (samples: TreeSample[]) =>
  samples.map(({ name, children }) =>
    children.length > 0 ? [name, ...children.map((child) => child.name)] : name,
  )

async function addFamily(name: string, batchId: string, children: number, notes = '') {
  const { id } = await lab.addSample({ name, batch_id: batchId, notes })
  if (children > 0) await lab.post('/samples/add-child', { parentSampleId: id, count: children, type: 'DNA' })
}

test('SAMP-01 lists batches, parents and children, newest batch first', async () => {
  const old = await lab.addBatch({ name: 'Old' })
  await addFamily('O-1', old, 2)
  const recent = await lab.addBatch({ name: 'Recent' })
  await addFamily('R-1', recent, 0)
  await addFamily('R-2', recent, 1)

  const reply = await tree()

  expect(names(reply.samples)).toEqual(['R-1', ['R-2', 'R-2-DNA-1'], ['O-1', 'O-1-DNA-1', 'O-1-DNA-2']])
  expect(reply.batches).toEqual([
    {
      id: recent,
      name: 'Recent',
      numSamples: 3,
      byStatus: { UNKNOWN: 3 },
      children: { total: 1, byStatus: { UNKNOWN: 1 } },
    },
    {
      id: old,
      name: 'Old',
      numSamples: 3,
      byStatus: { UNKNOWN: 3 },
      children: { total: 2, byStatus: { UNKNOWN: 2 } },
    },
  ])
  expect(reply).toMatchObject({ totalSamples: 6, totalIsExact: true })
})

/** Reads all pages. */
async function readOn(query: Record<string, string>) {
  const read: TreeSample[] = []
  let cursor: string | undefined
  do {
    const page = await tree({ ...query, ...(cursor ? { cursor } : {}) })
    read.push(...page.samples)
    cursor = page.nextCursor
  } while (cursor)
  return names(read)
}

async function addTwoBatches() {
  for (const batch of ['A', 'B']) {
    const id = await lab.addBatch({ name: batch })
    for (let tube = 1; tube <= 5; tube++) await addFamily(`${batch}-${tube}`, id, tube % 3)
  }
}

test.each([{}, { query: 'dna' }])(
  'keeps children on the page of their parent and neither skips nor repeats samples: %j',
  async (filter: Record<string, string>) => {
    await addTwoBatches()
    const whole = names((await tree(filter)).samples)
    expect(whole.length).toBeGreaterThan(6)
    expect(await readOn({ ...filter, pageSize: '3' })).toEqual(whole)
  },
)

test.each([{}, { query: 'dna' }])('the rest of a batch can be left out: %j', async (filter) => {
  await addTwoBatches()
  const all = names((await tree(filter)).samples)
  const first = await tree({ ...filter, pageSize: '2' })
  expect(first.nextBatchCursor).not.toBe(first.nextCursor)
  const rest = await tree({ ...filter, cursor: first.nextBatchCursor ?? '' })
  expect([rest.batches.map((batch: TreeBatch) => batch.name), rest.nextBatchCursor]).toEqual([
    ['A'],
    undefined,
  ])
  expect(names(rest.samples)).toEqual(all.slice(-rest.samples.length))
})

test('neither skips nor repeats samples if there are more matches than are sorted in memory', async () => {
  await addTwoBatches()
  const many = { name: 'C', description: 'Plasma', numSamples: 2500, tubeType: 'EDTA' }
  await lab.post('/batches/add', many)
  const whole = await readOn({ pageSize: '1000' })
  expect(whole).toHaveLength(2510)
  expect(await readOn({ pageSize: '400', status: 'UNKNOWN' })).toEqual(whole)
})

test('the tree of one batch, small or large, has its families on all pages, with another filter too', async () => {
  await addTwoBatches()
  const many = { name: 'C', description: 'Plasma', numSamples: 2500, tubeType: 'EDTA' }
  const large = (await lab.post('/batches/add', many)).json().batch.id
  const small = (await lab.get('/batches/list', { query: 'B' })).json().batches[0].id
  await addFamily('C-family', large, 2)
  const inLarge = await readOn({ batchId: large, pageSize: '400' })
  expect(inLarge).toHaveLength(2501)
  expect(inLarge.at(-1)).toEqual(['C-family', 'C-family-DNA-1', 'C-family-DNA-2'])
  expect(await readOn({ batchId: large, pageSize: '400', query: 'dna' })).toEqual([inLarge.at(-1)])
  const inSmall = ['B-1', 'B-2', 'B-3', 'B-4', 'B-5']
  expect((await readOn({ batchId: small, pageSize: '2' })).flatMap((name) => [name].flat()[0])).toEqual(
    inSmall,
  )
  expect(await tree({ batchId: noBatch })).toMatchObject({ samples: [], totalSamples: 0 })
})

test('SAMP-07 SAMP-08 shows a parent if only a child matches; ignores case', async () => {
  const batch = await lab.addBatch()
  await addFamily('NB-1', batch, 1)
  await addFamily('NB-2', batch, 0, 'Haemolysed')
  expect(names((await tree({ query: 'nb-1-dna' })).samples)).toEqual([['NB-1', 'NB-1-DNA-1']])
  expect(names((await tree({ query: 'HAEMO' })).samples)).toEqual(['NB-2'])
  expect(names((await tree({ query: 'plasma' })).samples)).toEqual(['NB-1', 'NB-2'])
  expect(names((await tree({ query: '100%' })).samples)).toEqual([])
})

test('SAMP-09 SAMP-10 filters by subject and site, in both spellings', async () => {
  const batch = await lab.addBatch()
  await lab.addSample({ name: 'one', batch_id: batch, subject_id: 'P001', site_id: 'SITE001' })
  await lab.addSample({ name: 'two', batch_id: batch, subject_id: 'P002', site_id: 'SITE001' })
  expect(names((await tree({ subject_id: 'P001' })).samples)).toEqual(['one'])
  expect(names((await tree({ siteId: 'SITE001', subjectId: 'P002' })).samples)).toEqual(['two'])
  expect((await tree({ site_id: 'SITE001' })).totalSamples).toBe(2)
})

test.each(["1' or 1=1", '', ' '])(
  'rejects the invalid cursor %j: an empty one would begin anew',
  async (cursor) => {
    const reply = await lab.get('/samples/tree', { cursor })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'request-invalid', field: 'cursor' })
  },
)

test('D3 marks a parent that is listed only because of a child, in small and in large results', async () => {
  const batch = await lab.addBatch()
  await addFamily('NB-1', batch, 1)
  await addFamily('DNA-2', batch, 1)
  const marks = ({ samples }: { samples: TreeSample[] }) =>
    samples.map(({ name, isContext }) => [name, isContext ?? false])
  expect(marks(await tree({ query: 'dna' }))).toEqual([
    ['NB-1', true],
    ['DNA-2', false],
  ])
  expect(marks(await tree())).toEqual([
    ['NB-1', false],
    ['DNA-2', false],
  ])
  const many = { name: 'C', description: 'Plasma', numSamples: 2500, tubeType: 'S-pp' }
  await lab.post('/batches/add', many)
  const { id } = (await tree()).samples[0]
  await lab.post('/samples/add-child', { parentSampleId: id, count: 1, type: 'DNA' })
  await lab.post('/samples/update-statuses', { sampleIds: [id], newStatus: 'COLLECTED' })
  expect(marks(await tree({ status: 'UNKNOWN', pageSize: '2' }))).toEqual([
    ['C-0001', true],
    ['C-0002', false],
  ])
})

test('a storage with more tubes than fit into memory is not searched whole for each sample', async () => {
  const batch = await lab.addBatch()
  await addFamily('Outside', batch, 0)
  await lab.post('/batches/add', { name: 'C', description: 'd', numSamples: 4000, tubeType: 'EDTA' })
  const box = { alias: 'Box', type: 'BOX', numberRows: 50, numberColumns: 50 }
  const storageIds: number[] = []
  for (let boxes = 0; boxes < 2; boxes++)
    storageIds.push((await lab.post('/storage/add', box)).json().storage.id)
  await unaudited(lab.db, (trx) =>
    sql`
      insert into placement (storage_id, row_coordinate, column_coordinate, sample_id, placed_at, placed_by)
      select (${storageIds}::integer[])[1 + cell / 2500], cell % 2500 / 50 + 1, cell % 50 + 1, id, now(), 'ada'
      from (select id, (row_number() over (order by number))::integer - 1 as cell from sample where name <> 'Outside') stored
    `.execute(trx),
  )
  const filter = { inside: { storageIds, tubes: collectFromStorage + 1 } }
  const page = { filter, collects: false, after: undefined, limit: 5000 }
  await lab.db.transaction().execute(async (trx) => {
    await sql`analyze placement`.execute(trx)
    await sql`set local work_mem = '64kB'`.execute(trx)
    const { rows } =
      await sql`explain (costs off) select ${matches(filter)} or name = 'x' from sample`.execute(trx)
    // What is materialized is searched from its beginning.
    expect(JSON.stringify(rows)).not.toContain('Materialize')
    expect((await listTreeParents(trx, page)).map(({ is_match }) => is_match)).toEqual(Array(4000).fill(true))
  })
})

test('a page that the newest batch fills is found without reading older batches', async () => {
  await unaudited(lab.db, async (trx) => {
    await sql`
      insert into batch (name, created_at, created_by, updated_at)
      select 'Batch ' || n, ${testNow}, 'ada', ${testNow} from generate_series(1, 300) n order by n
    `.execute(trx)
    await sql`
      insert into sample (name, type, volume_nl, batch_id, created_at, created_by, updated_at)
      select case batch.name when 'Batch 300' then 'NEW-' else 'OLD-' end || n, 'PLASMA', 0, batch.id, ${testNow}, 'ada', ${testNow}
      from batch, generate_series(1, 40) n order by batch.number, n
    `.execute(trx)
  })
  await sql`vacuum (analyze)`.execute(lab.db)
  const page = { filter: { name: 'NEW-' }, collects: false, after: undefined, limit: 21 }
  const read = await rowsReadBy(lab.db, 'sample', async (trx) => {
    const parents = await listTreeParents(trx, page)
    expect(parents.map(({ name }) => name)).toEqual(
      Array.from({ length: 21 }, (_, place) => `NEW-${place + 1}`),
    )
  })
  expect(read).toBeLessThan(100)
})
