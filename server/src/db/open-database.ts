import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartError } from '../errors/start-error.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import type { Db, Tables } from './database.ts'
import { isDatabaseUnreachable } from './is-database-unreachable.ts'
import { type Listen, listenOnPglite, listenOnPostgres } from './listen.ts'
import { NamingClient } from './named-statements.ts'
import { tendRegularly } from './tend-tables.ts'

export type OpenDatabase = {
  db: Db
  listen: Listen
  /** What it is and where, for the line printed at the start; never with a password. */
  description: string
  close: () => Promise<void>
}

/** PGlite starts PostgreSQL with -F, which gives up fsync: a power cut would lose acknowledged writes. */
const durableStart = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F')

export async function openEmbedded(folder: string): Promise<OpenDatabase> {
  const lock = lockDataFolder(folder)
  const pglite = await createPglite(folder)
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
  const stopTending = tendRegularly(db)
  return {
    db,
    listen: listenOnPglite(pglite),
    description: `embedded database in ${folder}`,
    close: async () => {
      await stopTending()
      await db.destroy()
      if (!pglite.closed) await pglite.close()
      lock.release()
    },
  }
}

/** Opens it without the folder's lock: see `openEmbedded`. */
export async function createPglite(folder: string): Promise<PGlite> {
  const dataDir = path.join(folder, 'pgdata')
  try {
    return await PGlite.create({ dataDir, startParams: durableStart, extensions: { pg_trgm } })
  } catch (error) {
    throw new StartError(`The database in ${folder} does not open: ${firstLine(error)}`)
  }
}

const int8 = 20
pg.types.setTypeParser(int8, Number)
const retryMs = 1000

/** Waits for a database that is down, saying so once; `say` also hears of connections lost later. */
export async function openPostgres(url: string, say: (line: string) => void): Promise<OpenDatabase> {
  const { hostname, port, pathname } = new URL(url)
  const description = `PostgreSQL ${pathname.slice(1)} on ${hostname}:${port || 5432}`
  const pool = new pg.Pool({
    connectionString: url,
    Client: NamingClient as unknown as typeof pg.Client,
    // Kept while nobody asks: the first to click after a pause waits for no new connection.
    min: 5,
    max: 20,
    connectionTimeoutMillis: 5000,
    application_name: 'lims',
    keepAlive: true,
  })
  sayWhenLost(pool, description, say)
  await reach(pool, description, say)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, listen: listenOnPostgres(url, say), description, close: () => db.destroy() }
}

/** Listens on each connection, also while a transaction holds it: an error that nobody listens to ends the process. */
function sayWhenLost(pool: pg.Pool, description: string, say: (line: string) => void) {
  let isLost = false
  pool.on('connect', (client) => {
    if (isLost) say(`${description} answers again.`)
    isLost = false
    client.on('error', (error) => {
      if (!isLost) say(`${description} is gone: ${error.message}`)
      isLost = true
    })
  })
  pool.on('error', () => {})
}

async function reach(pool: pg.Pool, description: string, say: (line: string) => void) {
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (!isDatabaseUnreachable(error)) {
        throw new StartError(`DATABASE_URL is wrong: ${description} answers '${firstLine(error)}'`)
      }
      if (attempt === 1) say(`${description} does not answer (${reason(error)}). Waiting for it.`)
      await wait(retryMs)
    }
  }
}

const reason = (error: unknown) => (error as { code?: string }).code ?? firstLine(error)

const firstLine = (error: unknown) => String((error as Error).message ?? error).split('\n')[0]
