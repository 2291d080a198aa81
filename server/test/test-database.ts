import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Db } from '../src/db/database.ts'
import type { Listen } from '../src/db/listen.ts'
import { createDatabase, openUrl } from './postgres-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser on the PostgreSQL of the tests. */
    postgresUrl: string
    /** The name of a migrated database that every test database is a copy of. */
    migrated: string
  }
}

export type TestDatabase = { db: Db; listen: Listen; close: () => Promise<void> }

/** Opens a database of its own with the newest schema. */
export const openTestDatabase = (): Promise<TestDatabase> => open(inject('migrated'))

/** Opens a database of its own without any schema. */
export const openEmptyDatabase = (): Promise<TestDatabase> => open()

async function open(template?: string): Promise<TestDatabase> {
  const { url, drop } = await createDatabase(inject('postgresUrl'), template)
  const { db, listen, close } = await openUrl(url)
  return { db, listen, close: () => close().then(drop) }
}

const kept = ['kysely_migration', 'kysely_migration_lock', 'lifecycle_rule', 'signing_key']

/** Empties every table that a test can fill, the audit trail too, whose guard is disabled for this. */
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
