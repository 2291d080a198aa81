import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { migrate } from './migrate.ts'
import { openEmbedded } from './open-database.ts'
import { tendRegularly, tendTables } from './tend-tables.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'lims-tend-'))
const { db, close } = await openEmbedded(folder)
await migrate(db)
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

const addPeople = (count: number, prefix: string) =>
  sql`
    insert into person (id, name, first_signed_in_at, last_signed_in_at)
    select ${prefix}::text || n, 'Ada', now(), now() from generate_series(1, ${count}::int) n
  `.execute(db)

async function knownRows() {
  const { rows } = await sql<{ rows: number }>`
    select reltuples as rows from pg_class where relname = 'person'
  `.execute(db)
  return rows[0]?.rows
}

/** PostgreSQL counts changes with up to a second's delay. */
const untilTended = () =>
  vi.waitFor(async () => expect(await tendTables(db)).toContain('person'), { timeout: 10_000, interval: 200 })

test('the planner of the embedded database learns how a table has grown, once', async () => {
  await addPeople(1000, 'first')
  expect(await knownRows()).toBe(-1)
  await untilTended()
  expect(await knownRows()).toBe(1000)
  expect(await tendTables(db)).toEqual([])
})

test('the room of rows that are gone is freed', async () => {
  await sql`delete from person where id like 'first%'`.execute(db)
  await untilTended()
  const { rows } = await sql<{ bytes: number }>`select pg_relation_size('person') as bytes`.execute(db)
  expect(Number(rows[0]?.bytes)).toBe(0)
})

test('tables are tended now and then by themselves', async () => {
  await addPeople(500, 'second')
  const stop = tendRegularly(db, 10)
  await vi.waitFor(async () => expect(await knownRows()).toBe(500), { timeout: 10_000 })
  await stop()
})
