import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()
const { addStorage } = pickLab(lab)

const side = 40
const numTubes = 2 * side * side

/** Adds tubes without a place. */
async function addTubes(): Promise<string[]> {
  const batchId = await lab.addBatch()
  await unaudited(lab.db, (trx) =>
    sql`
      insert into sample (name, type, volume_nl, batch_id, created_at, created_by, updated_at)
      select 'P' || n, 'PLASMA', 1000, ${batchId}::uuid, now(), 'ada', now() from generate_series(1, ${numTubes}::int) n
    `.execute(trx),
  )
  const { rows } = await sql<{ id: string }>`select id from sample order by number`.execute(lab.db)
  return rows.map(({ id }) => id)
}

/** Fills two boxes with all tubes. */
async function fill(boxes: readonly number[]): Promise<void> {
  await unaudited(lab.db, (trx) =>
    sql`
      insert into placement (storage_id, sample_id, row_coordinate, column_coordinate, placed_at, placed_by)
      select (${[...boxes]}::integer[])[1 + n % 2], id, n / 2 / ${side}::int + 1, n / 2 % ${side}::int + 1, now(), 'ada'
      from (select id, row_number() over (order by number) - 1 as n from sample) numbered
    `.execute(trx),
  )
}

const checkOut = (identifiers: string[], more: object = {}) =>
  ok(lab.post('/custody/check-out', { identifiers, purpose: 'Assay', ...more }))
const giveBack = (identifiers: string[]) => ok(lab.post('/custody/return', { identifiers }))

test('the first change of many tubes takes as long as later ones, whatever the statistics say', async () => {
  const ids = await addTubes()
  const boxes = [await addStorage('Box 1', 'BOX', 0, side), await addStorage('Box 2', 'BOX', 0, side)]
  const one = ids.slice(0, 1)
  const place = (cell: object) => ok(lab.post('/samples/arrange', { moves: [{ sampleId: one[0], ...cell }] }))
  await place({ storageId: boxes[0], rowCoordinate: 1, columnCoordinate: 1 })
  await checkOut(one)
  await giveBack(one)
  await place({ storageId: 0 })
  // No pick list, nothing that waits to be put away, nothing in a cell.
  await sql`vacuum analyze`.execute(lab.db)
  // The connection keeps what its triggers have planned for this.
  const { tubes } = await checkOut(one)
  await ok(lab.post('/custody/undo', { eventIds: [tubes[0].eventId] }))

  await fill(boxes)
  const msOf = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const times: Record<string, number> = {}
  const time = async (what: string, work: () => Promise<unknown>) => {
    times[what] = await msOf(work)
  }
  const usual = [300, await msOf(() => checkOut(ids))]
  // Between the others, since a machine may be busy for a part of this test.
  const giveAllBack = async () => usual.push(await msOf(() => giveBack(ids)))
  await giveAllBack()
  await time('check-out of what waits to be put away', () => checkOut(ids))
  await giveAllBack()
  const scannedBefore = { scannedAt: '2020-01-01T00:00:00Z', nowIfRefused: true }
  await time('check-out that was scanned earlier', () => checkOut(ids, scannedBefore))
  await giveAllBack()
  await time('pick list', () => ok(lab.post('/picks/create', { name: 'Assay', sampleIds: ids })))
  const { pickLists } = await ok(lab.get('/picks/list'))
  await time('release of what waited to be put away', () =>
    ok(lab.post('/picks/close', { pickListId: pickLists[0].id })),
  )
  await time('out of the cells', () =>
    ok(lab.post('/custody/set', { sampleIds: ids, custody: 'DEPLETED', reason: 'Used up' })),
  )
  for (const [what, ms] of Object.entries(times)) expect(ms, what).toBeLessThan(4 * Math.max(...usual))
})
