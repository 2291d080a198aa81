import type { Custody } from '@lims/contract/custody.ts'
import { StatsOverview } from '@lims/contract/stats.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeCustody } from '../../test/change-custody.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { unaudited } from '../../test/unaudited.ts'
import type { Transaction } from '../db/database.ts'
import { insertCustodyEvents } from '../samples/custody-queries.ts'
import { withRareStatuses } from '../samples/resolve-filter.ts'
import { listSampleRows } from '../samples/sample-list-queries.ts'
import { countWaiting, listOldest } from './sample-stats-queries.ts'

const lab = await openLab()

const collect = (trx: Transaction, ids: readonly string[]) =>
  sql`
    insert into lifecycle_event (sample_id, from_status, to_status, at, person_id)
    select id, 'UNKNOWN', 'COLLECTED', ${testNow}, 'ada' from unnest(${[...ids]}::uuid[]) collected (id)
  `.execute(trx)

const setCustody = (trx: Transaction, ids: readonly string[], from: Custody, to: Custody) =>
  insertCustodyEvents(
    trx,
    ids.map((sampleId) => ({ sampleId, from, to })),
    { via: 'set', reason: 'seen' },
    { userId: 'ada', at: testNow },
  )

/** The names of the tubes that have waited in a status for the longest time. */
async function oldestIn(status: string) {
  const { waiting } = StatsOverview.parse((await lab.get('/stats/overview')).json())
  return waiting.find((wait) => wait.status === status)?.oldest.map(({ name }) => name)
}

const orphans = async () => (await lab.get('/samples/orphans')).json().totalSamples

/** Registers 3,010 tubes. Returns their ids. */
async function addKits() {
  const tubeTypes = [{ tubeType: 'EDTA', count: 10 }]
  const kits = { numPatients: 301, tubeTypes, samplePrefix: 'KIT', siteId: 'A' }
  await lab.post('/batches/add-patient', { name: 'Kits', description: 'Plasma', ...kits })
  const tubes = await lab.db.selectFrom('sample').select('id').orderBy('number').execute()
  return tubes.map(({ id }) => id)
}

test('a search for waiting tubes, or tubes without a place, reads no used-up ones', async () => {
  const ids = await addKits()
  await unaudited(lab.db, async (trx) => {
    await collect(trx, ids)
    await setCustody(trx, ids.slice(0, 1500), 'AVAILABLE', 'DEPLETED')
    await setCustody(trx, ids.slice(1500, 3000), 'AVAILABLE', 'DISPOSED')
  })
  // Where earlier tests have left an index longer than its table, PostgreSQL reads the table.
  await sql`reindex table sample_without_place`.execute(lab.db)
  await sql`vacuum (analyze)`.execute(lab.db)

  expect(await rowsReadBy(lab.db, 'sample_in_status', listOldest)).toBeLessThan(100)
  const firstPage = { pageNumber: 0, pageSize: 20 }
  const listOrphans = (trx: Transaction) => listSampleRows(trx, { hasPlace: 'no', isInUse: true }, firstPage)
  expect(await rowsReadBy(lab.db, 'sample_without_place', listOrphans)).toBeLessThan(100)
  expect(await rowsReadBy(lab.db, 'sample_not_available', listOrphans)).toBe(0)
  expect(await orphans()).toBe(10)
})

test('children that nobody processes are not read to find the tubes that wait to arrive', async () => {
  const [parentId, ...tubes] = await addKits()
  await unaudited(lab.db, async (trx) => {
    await sql`
      insert into sample (name, type, volume_nl, batch_id, parent_sample_id, created_at, created_by, updated_at)
      select parent.name || '-DNA-' || n, 'DNA', 0, parent.batch_id, parent.id, '2025-01-02', 'ada', ${testNow}
      from sample parent, generate_series(1, 3000) n where parent.id = ${parentId}::uuid
    `.execute(trx)
    await collect(trx, tubes.slice(10))
  })
  await sql`vacuum (analyze)`.execute(lab.db)
  const listWaiting = async (trx: Transaction) => {
    const waiting = { status: 'UNKNOWN', waits: 'yes', waitingSince: '2027-01-01' } as const
    const firstPage = { pageNumber: 0, pageSize: 20 }
    const list = await listSampleRows(trx, await withRareStatuses(trx, waiting), firstPage)
    expect(list).toMatchObject({ total: 11, samples: { length: 11 } })
  }
  const listNewest = async (trx: Transaction) => {
    const firstPage = { pageNumber: 0, pageSize: 10 }
    const list = await listSampleRows(trx, { status: 'UNKNOWN', waits: 'yes' }, firstPage)
    expect(list).toMatchObject({ total: 11, samples: { length: 10 } })
  }
  const count = (trx: Transaction) => countWaiting(trx, testNow)
  for (const table of ['sample', 'sample_in_status']) {
    for (const work of [listOldest, count, listWaiting, listNewest]) {
      expect(await rowsReadBy(lab.db, table, work)).toBeLessThan(100)
    }
  }
})

test('a child that nobody has received does not wait once its disposal is undone either', async () => {
  const { id: parentSampleId } = await lab.addSample({ name: 'NB-001', status: 'RECEIVED' })
  const { samples } = (await lab.post('/samples/add-child', { parentSampleId, count: 1, type: 'DNA' })).json()
  await changeCustody(lab, samples[0].id, { from: 'AVAILABLE', to: 'DISPOSED', via: 'set' })
  await changeCustody(lab, samples[0].id, { from: 'DISPOSED', to: 'AVAILABLE', via: 'count' })
  expect(await oldestIn('UNKNOWN')).toEqual([])
})

test('disposing of a tube reads few rows, also with outdated statistics of its status', async () => {
  const ids = await addKits()
  await sql`vacuum (analyze)`.execute(lab.db)
  await unaudited(lab.db, (trx) => collect(trx, ids))
  const dispose = async (trx: Transaction) => {
    await sql`select set_config('lims.audit_check', 'queued', true)`.execute(trx)
    await setCustody(trx, ids.slice(0, 1), 'AVAILABLE', 'DISPOSED')
  }
  expect(await rowsReadBy(lab.db, 'sample_in_status', dispose)).toBeLessThan(10)
})

test('a used-up tube that is back in use waits again, and is again without a place', async () => {
  const { id } = await lab.addSample({ name: 'NB-001', status: 'RECEIVED' })
  const found = async () => [await oldestIn('RECEIVED'), await orphans()]
  expect(await found()).toEqual([['NB-001'], 1])
  await changeCustody(lab, id, { from: 'AVAILABLE', to: 'DEPLETED', via: 'set' })
  expect(await found()).toEqual([[], 0])
  await changeCustody(lab, id, { from: 'DEPLETED', to: 'DISPOSED', via: 'set' })
  expect(await found()).toEqual([[], 0])
  await changeCustody(lab, id, { from: 'DISPOSED', to: 'AVAILABLE', via: 'count' })
  expect(await found()).toEqual([['NB-001'], 1])
})

test('a disposed tube is not listed as without a place, even when restored, and waits again once the disposal is undone', async () => {
  const { id } = await lab.addSample({ name: 'NB-001', status: 'RECEIVED' })
  const box = { alias: 'Box 1', type: 'BOX', numberRows: 9, numberColumns: 9 }
  const storageId = (await lab.post('/storage/add', box)).json().storage.id
  await lab.post('/samples/associate', { sampleId: id, storageId, location: 'A1' })
  const { eventIds } = await ok(
    lab.post('/custody/set', { sampleIds: [id], custody: 'DISPOSED', reason: 'broken' }),
  )
  expect([await oldestIn('RECEIVED'), await orphans()]).toEqual([[], 0])
  const { deletionId } = (await lab.post(`/samples/delete?id=${id}`, {})).json()
  expect((await lab.post('/deletions/undo', { deletionId })).statusCode).toBe(200)
  expect([await oldestIn('RECEIVED'), await orphans()]).toEqual([[], 0])
  await ok(lab.post('/custody/undo', { eventIds }))
  expect(await oldestIn('RECEIVED')).toEqual(['NB-001'])
})

test('a disposal and a change of status of one tube at the same time are both recorded', async () => {
  const dispose = (trx: Transaction, ids: readonly string[]) => setCustody(trx, ids, 'AVAILABLE', 'DISPOSED')
  for (const [name, first, second] of [
    ['NB-1', collect, dispose],
    ['NB-2', dispose, collect],
  ] as const) {
    const { id } = await lab.addSample({ name })
    const { waiting } = await unaudited(lab.db, async (trx) => {
      await first(trx, [id])
      const waiting = unaudited<unknown>(lab.db, (other) => second(other, [id]))
      expect(await waitsForLock(lab.db, waiting)).toBe(true)
      return { waiting }
    })
    await waiting
  }
  expect(await oldestIn('COLLECTED')).toEqual([])
  expect(await lab.db.selectFrom('sample_in_status').select(['status', 'waits']).execute()).toEqual([
    { status: 'COLLECTED', waits: false },
    { status: 'COLLECTED', waits: false },
  ])
})
