import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, PGliteDialect, sql } from 'kysely'
import { inject } from 'vitest'
import type { Db, Tables } from '../src/db/database.ts'
import { type Listen, listenOnPglite } from '../src/db/listen.ts'
import { createDatabase, dropDatabase, openUrl } from './postgres-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What every test database is a copy of: the name of a PostgreSQL template, or a file for PGlite. */
    migrated: string
  }
}

export const isPostgres = Boolean(process.env.TEST_DATABASE_URL)

export type TestDatabase = { db: Db; listen: Listen; close: () => Promise<void> }

/** A migrated database of its own: on TEST_DATABASE_URL's server when that is set, else PGlite in memory. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const loadDataDir = await openAsBlob(inject('migrated'))
    const pglite = await PGlite.create({ loadDataDir, extensions: { pg_trgm } })
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
    return { db, listen: listenOnPglite(pglite), close: () => db.destroy() }
  }
  const { name, url } = await createDatabase(server, inject('migrated'))
  const { db, listen, close } = await openUrl(url)
  return { db, listen, close: () => close().then(() => dropDatabase(server, name)) }
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
