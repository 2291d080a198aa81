import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, onServer } from '../../test/postgres-database.ts'
import { openPostgres } from './open-database.ts'

test('the settings of the database change nothing: no statement is compiled, and values are read as ever', async () => {
  const { name, url, drop } = await createDatabase(inject('postgresUrl'))
  onTestFinished(drop)
  const settings = [
    'jit = on',
    "datestyle = 'SQL, DMY'",
    "timezone = 'Asia/Kathmandu'",
    'extra_float_digits = -5',
    "bytea_output = 'escape'",
  ]
  for (const setting of [...settings, "default_transaction_isolation = 'serializable'"]) {
    await onServer(url, `alter database ${name} set ${setting}`)
  }
  const { db, close } = await openPostgres(url, () => {})
  onTestFinished(close)
  const inOneOfThree = await Promise.all(
    [1, 2, 3].map(() =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<object>`
          select current_setting('jit') as jit, current_setting('transaction_isolation') as isolation,
            '2026-11-05T06:07:08.009Z'::timestamptz as at, 0.1::float8 + 0.2::float8 as sum,
            to_jsonb('\\x00ff'::bytea) as bytes
        `.execute(trx)
        return rows[0]
      }),
    ),
  )
  const expected = {
    jit: 'off',
    isolation: 'read committed',
    at: new Date('2026-11-05T06:07:08.009Z'),
    sum: 0.1 + 0.2,
    bytes: '\\x00ff',
  }
  expect(inOneOfThree).toEqual([expected, expected, expected])
})

test('no limit that the database sets ends a migration, a backup, a wait for a lock or an idle connection', async () => {
  const { name, url, drop } = await createDatabase(inject('postgresUrl'))
  onTestFinished(drop)
  const limits = ['idle_session_timeout', 'lock_timeout', 'transaction_timeout']
  // PostgreSQL 15 has two of them.
  const { rows: known } = await onServer(
    url,
    `select name from pg_settings where name in (${limits.map((limit) => `'${limit}'`).join()})`,
  )
  for (const limit of known) await onServer(url, `alter database ${name} set ${limit.name} = '1h'`)
  const { db, close } = await openPostgres(url, () => {})
  onTestFinished(close)

  const { rows } = await sql`select setting from pg_settings where name in (${sql.join(limits)})`.execute(db)

  expect(known.length).toBeGreaterThan(1)
  expect(rows).toEqual(known.map(() => ({ setting: '0' })))
})
