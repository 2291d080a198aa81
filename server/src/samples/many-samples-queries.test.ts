import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'
import { writeManySamples } from './many-samples-queries.ts'

const lab = await openLab()

test('the first import of many samples reads none of them one after another, however few there were', async () => {
  const batchId = await lab.addBatch()
  const add = async (db: typeof lab.db, name: string, count: number) =>
    unaudited(db, async (trx) => {
      const insert = sql`
        insert into sample (name, type, volume_nl, batch_id, status, created_at, created_by, updated_at)
        select ${name} || '-' || n, 'PLASMA', 1000, ${batchId}::uuid, 'RECEIVED', ${testNow}, 'ada', ${testNow}
        from generate_series(1, ${count}::integer) n
      `
      await writeManySamples(trx, count, () => insert.execute(trx))
      const ids = await sql<{ id: string }>`select id from sample where name like ${`${name}-%`}`.execute(trx)
      const firstEvents = sql`
        insert into lifecycle_event (sample_id, door, from_status, to_status, at, person_id)
        select id, 'table', null, 'RECEIVED', ${testNow}, 'ada'
        from unnest(${ids.rows.map(({ id }) => id)}::uuid[]) id
      `
      await firstEvents.execute(trx)
      const { rows } = await sql<{ read: number }>`
        select seq_tup_read::integer as read from pg_stat_xact_user_tables where relname = 'sample'
      `.execute(trx)
      return rows[0]?.read
    })
  await lab.db.connection().execute(async (db) => {
    await add(db, 'first', 12)
    await sql`vacuum (analyze)`.execute(db)
    for (let time = 0; time < 10; time++) await add(db, `later-${time}`, 1)
    expect(await add(db, 'imported', 1000)).toBeLessThan(10_000)
  })
})
