import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectMsWithin } from '../../../tools/test/compare-times.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()
const tubeTypes = [{ tubeType: 'EDTA', count: 10 }]

/** Returns how many samples and stays the triggers of a statement read one after another, without an index. */
const scannedBy = async (db: typeof lab.db, statement: RawBuilder<unknown>) =>
  unaudited(db, async (trx) => {
    await statement.execute(trx)
    const { rows } = await sql<{ read: number }>`
      select sum(seq_tup_read)::integer as read from pg_stat_xact_user_tables
      where relname in ('sample', 'placement_stay')
    `.execute(trx)
    return rows[0]?.read
  })

const numberSamples = async (db: typeof lab.db) => {
  await sql`drop table if exists numbered_sample`.execute(db)
  await sql`
    create temporary table numbered_sample as
    select id as sample_id, (row_number() over (order by number) - 1)::integer as place from sample
  `.execute(db)
}

const receive = (from: number, count: number) => sql`
  insert into lifecycle_event (sample_id, door, from_status, to_status, at, person_id)
  select sample_id, 'receive', 'UNKNOWN', 'RECEIVED', ${testNow}, 'ada' from numbered_sample
  where place >= ${from} and place < ${from + count}
`
const place = (from: number, count: number) => sql`
  insert into placement (storage_id, row_coordinate, column_coordinate, sample_id, placed_at, placed_by)
  select (select max(id) from storage), 1 + place / 50, 1 + place % 50, sample_id, ${testNow}, 'ada' from numbered_sample
  where place >= ${from} and place < ${from + count}
`
const takeOut = (count: number) => sql`
  delete from placement where sample_id in (select sample_id from numbered_sample where place < ${count})
`

test('after a change of two thousand samples, the triggers of a change of one do not read all samples', async () => {
  const kits = { numPatients: 1000, tubeTypes, samplePrefix: 'KIT', siteId: 'A' }
  await lab.post('/batches/add-patient', { name: 'Kits', description: 'Plasma', ...kits })
  await lab.post('/storage/add', { alias: 'Box', type: 'BOX', numberRows: 50, numberColumns: 50 })
  await sql`vacuum (analyze) sample`.execute(lab.db)
  await lab.db.connection().execute(async (db) => {
    await numberSamples(db)
    await scannedBy(db, place(0, 2000))
    await scannedBy(db, takeOut(2000))
    await sql`vacuum (analyze) placement_stay`.execute(db)
    for (const [many, one] of [
      [place(0, 2000), place(2000, 1)],
      [takeOut(2000), takeOut(2001)],
      [receive(0, 2000), receive(2000, 1)],
    ] as const) {
      await scannedBy(db, many)
      expect(await scannedBy(db, one)).toBe(0)
    }
  })
})

test('changing the custody of thousands of samples stays fast with statistics of an empty event table', async () => {
  const kits = { numPatients: 800, tubeTypes, samplePrefix: 'KIT', siteId: 'A' }
  await lab.post('/batches/add-patient', { name: 'Kits', description: 'Plasma', ...kits })
  await lab.db.connection().execute(async (db) => {
    const timeRolledBack = async () => {
      const began = performance.now()
      const isUndone = unaudited(db, async (trx) => {
        await sql`
          insert into custody_event (sample_id, via, from_custody, to_custody, at, person_id, reason)
          select id, 'set', custody, 'QUARANTINED', ${testNow}, 'ada', 'seen' from sample order by number
        `.execute(trx)
        throw new Error('not kept')
      })
      await expect(isUndone).rejects.toThrow('not kept')
      return performance.now() - began
    }
    const usual = await timeRolledBack()
    // Now the table has many pages, and no row.
    await sql`analyze custody_event`.execute(db)
    await expectMsWithin(3 * usual, timeRolledBack)
  })
})

test('placing thousands of samples stays fast with statistics of an empty table of stays', async () => {
  const kits = { numPatients: 240, tubeTypes, samplePrefix: 'KIT', siteId: 'A' }
  await lab.post('/batches/add-patient', { name: 'Kits', description: 'Plasma', ...kits })
  await lab.post('/storage/add', { alias: 'Box', type: 'BOX', numberRows: 50, numberColumns: 50 })
  await lab.db.connection().execute(async (db) => {
    await numberSamples(db)
    const timeOfSecondPlacing = async () => {
      let began = 0
      const isUndone = unaudited(db, async (trx) => {
        await place(0, 2400).execute(trx)
        await takeOut(2400).execute(trx)
        began = performance.now()
        await place(0, 2400).execute(trx)
        throw new Error('not kept')
      })
      await expect(isUndone).rejects.toThrow('not kept')
      return performance.now() - began
    }
    const usual = await timeOfSecondPlacing()
    await sql`analyze placement_stay`.execute(db)
    await expectMsWithin(3 * usual, timeOfSecondPlacing)
  })
})
