import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { errorCode } from '../errors/error-code.ts'
import { errorMessage } from '../errors/error-message.ts'
import { deadlockDetected } from '../errors/sql-states.ts'
import { StartError } from '../errors/start-error.ts'
import { limits } from '../limits.ts'
import type { Db, Transaction } from './database.ts'

const maxAttempts = 5

const folder = path.join(import.meta.dirname, 'migrations')

/** The advisory lock by which Kysely lets one server migrate at a time. */
const lockId = sql.lit(3853314791062309107n)

/**
 * Keeps others from migrating until the transaction ends, not only during `migrate`. Call it before any table is
 * locked: a server that migrates may wait for tables.
 */
export const lockMigrations = (trx: Transaction) => sql`select pg_advisory_xact_lock(${lockId})`.execute(trx)

/**
 * Brings the schema up to date. Kysely holds an advisory lock for the duration, so servers that start together migrate
 * once: the others wait, for longer than a statement may take. A transaction needs `lockMigrations` before. Throws
 * StartError when a migration fails, a newer version of this program has used the database, or a new database is not in
 * UTF8, has a locale without the letters of Unicode, or is of a PostgreSQL before 15.
 */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  await assertUsable(db)
  if (db.isTransaction) return runMigrations(db, upTo)
  await db
    .connection()
    .execute((connection) => withoutStatementLimit(connection, () => runMigrations(connection, upTo)))
}

async function withoutStatementLimit(connection: Db, work: () => Promise<void>): Promise<void> {
  const limitTo = (ms: number) =>
    sql`select set_config('statement_timeout', ${String(ms)}, false)`.execute(connection)
  await limitTo(0)
  try {
    await work()
  } finally {
    // A connection that does not take it has ended; the error of the work says why.
    await limitTo(limits.statementMs).catch(() => {})
  }
}

/**
 * Retries after a deadlock with a server of the previous version: nothing was committed, as all are one transaction.
 */
async function runMigrations(db: Db, upTo: string | undefined, attempt = 1): Promise<void> {
  const failures: string[] = []
  const provider = { getMigrations: async () => readMigrations((failure) => failures.push(failure)) }
  const schema = await findSchema(db)
  const migrator = new Migrator({ db, provider, ...(schema && { migrationTableSchema: schema }) })
  const { error } = upTo ? await migrator.migrateTo(upTo) : await migrator.migrateToLatest()
  if (!error) return
  const mayRepeat = !db.isTransaction && attempt < maxAttempts
  if (mayRepeat && errorCode(error) === deadlockDetected) return runMigrations(db, upTo, attempt + 1)
  if (!(error instanceof Error)) throw error
  // In a transaction Kysely returns another error: after the first, the transaction does not give its lock back.
  throw new StartError(`The schema cannot be updated: ${failures[0] ?? error.message}`)
}

/**
 * Finds the schema that has the tables of the migrations, or will have them; null if the search path leads to none.
 * Without it Kysely takes tables of other schemas for them.
 */
async function findSchema(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(
      (select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where pg_class.oid = to_regclass('kysely_migration')),
      current_schema()
    ) as name
  `.execute(db)
  return rows[0]?.name ?? null
}

/** The newest migration that a database has had; undefined for one that has had none. */
export async function lastMigration(db: Db): Promise<string | undefined> {
  const isThere = sql<{ found: string | null }>`select to_regclass('kysely_migration')::text as found`
  if (!(await isThere.execute(db)).rows[0]?.found) return undefined
  const last = sql<{ name: string | null }>`select max(name) as name from kysely_migration`
  return (await last.execute(db)).rows[0]?.name ?? undefined
}

/** Whether an earlier version has used a database: `migrate` updates its rows too, which may take minutes. */
export async function isOfEarlierVersion(db: Db): Promise<boolean> {
  const last = await lastMigration(db)
  return last !== undefined && last < newestMigration()
}

async function assertUsable(db: Db): Promise<void> {
  const last = await lastMigration(db)
  const newest = newestMigration()
  if (last === undefined) return assertSuited(db)
  if (last <= newest) return
  throw new StartError(
    `A newer version of this program has used this database: it is at ${last}, and this version knows ${newest}. Start the newer version.`,
  )
}

async function assertSuited(db: Db): Promise<void> {
  const { rows } = await sql<Server>`
    select current_setting('server_encoding') as encoding, current_setting('server_version') as version
  `.execute(db)
  const reason = rows[0] && whyUnsuited(rows[0])
  if (reason) throw new StartError(reason)
  // Another encoding may not have these letters.
  const mapping = await sql<{ isOfUnicode: boolean }>`
    select upper('äi') = 'ÄI' and lower('ÄI') = 'äi' as "isOfUnicode"
  `.execute(db)
  if (!mapping.rows[0]?.isOfUnicode) throw new StartError(caseMappingMessage)
}

/** Names are unique and found without regard to case, by upper() and lower() of the database and of this program. */
const caseMappingMessage =
  "The database changes letters to upper or lower case otherwise than Unicode, such as 'ä' or 'i'. Create it with a locale such as C.UTF-8: create database lims template template0 encoding 'UTF8' locale 'C.UTF-8'"

type Server = { encoding: string; version: string }

/** The oldest version on which this program is tested. */
const oldestPostgres = 15

/**
 * Why a new database cannot be used; undefined if it can. `version` is as PostgreSQL writes it: '15.18 (Debian
 * 15.18-0)'.
 */
export function whyUnsuited({ encoding, version }: Server): string | undefined {
  if (Number.parseInt(version, 10) < oldestPostgres)
    return `The database is PostgreSQL ${version}. Version ${oldestPostgres} or newer is needed.`
  if (encoding !== 'UTF8')
    return `The database is in the encoding ${encoding}. Create it with the encoding UTF8.`
  return undefined
}

export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()

const newestMigration = () => migrationNames().at(-1) ?? ''

/**
 * New tables come beside those of the first migration, wherever the search path leads today. What an administrator, or
 * a program in another schema, has installed of the extension is found too.
 */
const settings = `
  set local statement_timeout = 0;
  select set_config('search_path', concat_ws(', ', relnamespace::regnamespace, current_setting('search_path'),
      (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm')), true)
    from pg_class where oid = to_regclass('kysely_migration');
`

const readMigrations = (onFailure: (failure: string) => void) =>
  Object.fromEntries(
    migrationNames().map((name) => {
      const script = readFileSync(path.join(folder, `${name}.sql`), 'utf8')
      return [
        name,
        {
          up: async (db: Db) => {
            try {
              await sql.raw(`${settings} ${script}`).execute(db)
            } catch (error) {
              onFailure(`${name}: ${errorMessage(error)}`)
              throw error
            }
          },
        },
      ]
    }),
  )
