import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/test-database.ts'
import { migrate } from '../db/migrate.ts'

const { db, close } = await openTestDatabase()
afterAll(close)

test('migrating older data fills status_since of samples', async () => {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrate(db, '0011-live')
  const made = new Date('2025-01-02T03:04:05.000Z')
  const moved = new Date('2025-03-04T05:06:07.000Z')
  await sql`insert into person values ('ada', 'Ada', '', null, ${made}, ${made})`.execute(db)
  await sql`insert into batch (name, created_at, created_by, updated_at) values ('Old', ${made}, 'ada', ${made})`.execute(
    db,
  )
  await sql`
    insert into sample (name, type, batch_id, created_at, created_by, updated_at)
    select 'OLD-' || n, 'PLASMA', batch.id, ${made}, 'ada', ${made} from batch, generate_series(1, 3) n
  `.execute(db)
  for (const [from, to, at] of [
    ['UNKNOWN', 'COLLECTED', made],
    ['COLLECTED', 'RECEIVED', moved],
  ] as const) {
    await sql`
      insert into lifecycle_event (sample_id, from_status, to_status, at, person_id)
      select id, ${from}::text, ${to}::text, ${at}::timestamptz, 'ada' from sample where number <= 2
    `.execute(db)
  }
  await sql`
    insert into storage (alias, type, number_rows, number_columns, created_at, created_by, updated_at)
    values ('Box', 'BOX', 9, 9, ${made}, 'ada', ${made})
  `.execute(db)
  await sql`
    insert into placement (storage_id, row_coordinate, column_coordinate, sample_id, placed_at, placed_by)
    select storage.id, sample.number, 1, sample.id, ${made}::timestamptz, 'ada' from sample, storage
  `.execute(db)

  await migrate(db)
  const { rows } = await sql`select status_since from sample order by number`.execute(db)
  expect(rows).toEqual([{ status_since: moved }, { status_since: moved }, { status_since: made }])
})
