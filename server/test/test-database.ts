import { randomBytes } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, PGliteDialect, sql } from 'kysely'
import pg from 'pg'
import type { Db, Tables } from '../src/db/database.ts'
import { type Listen, listenOnPglite } from '../src/db/listen.ts'
import { openPostgres } from '../src/db/open-database.ts'

export type TestDatabase = { db: Db; listen: Listen; url: string | undefined; close: () => Promise<void> }

export const isPostgres = process.env.TEST_DATABASE_URL !== undefined

/** An empty database of its own: on TEST_DATABASE_URL's server when that is set, else PGlite in memory. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const pglite = await PGlite.create({ extensions: { pg_trgm } })
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
    return { db, listen: listenOnPglite(pglite), url: undefined, close: () => db.destroy() }
  }
  const name = `lims_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const opened = await openPostgres(url.href, () => {})
  return {
    db: opened.db,
    listen: opened.listen,
    url: url.href,
    close: async () => {
      await opened.close()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

export async function onServer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const kept = ['kysely_migration', 'kysely_migration_lock', 'lifecycle_rule', 'signing_key']

/** Empties every table that a test can fill, the audit trail too, whose own guard is lifted meanwhile. */
export async function emptyTables(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${kept})
  `.execute(db)
  const names = rows.map(({ name }) => `"${name}"`).join(', ')
  await db.transaction().execute(async (trx) => {
    await sql.raw(`set local session_replication_role = replica`).execute(trx)
    await sql.raw(`truncate ${names} restart identity cascade`).execute(trx)
    await sql.raw(`alter sequence tube_number restart`).execute(trx)
  })
}
