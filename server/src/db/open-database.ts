import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import { errorCode } from '../errors/error-code.ts'
import { errorMessage } from '../errors/error-message.ts'
import { isDatabaseUnreachable } from '../errors/is-database-unreachable.ts'
import { duplicateDatabase, uniqueViolation } from '../errors/sql-states.ts'
import { StartError } from '../errors/start-error.ts'
import { limits } from '../limits.ts'
import { type BundledPostgres, joinBundled, startBundled } from '../postgres/bundled-postgres.ts'
import { freeBytes, watchDiskSpace } from '../postgres/disk-space.ts'
import { databaseUser } from '../postgres/start-postgres.ts'
import type { Db } from './database.ts'
import { endDeadConnections } from './dead-connections.ts'
import { type Listen, listenTo } from './listen.ts'
import { NamingClient } from './named-statements.ts'
import { parseTimestamp } from './parse-timestamp.ts'
import { openKysely } from './shared-connections.ts'

export type OpenDatabase = {
  db: Db
  /** How to connect to it beside `db`. */
  connection: pg.ConnectionConfig
  listen: Listen
  /** What it is and where, for the line printed at the start; never with a password. */
  description: string
  /** Whether the disk of the bundled database has too little space to write anything new. */
  isDiskFull: () => boolean
  /** How many bytes are free on the disk of the bundled database; of another one nothing is known: Infinity. */
  freeBytes: () => Promise<number>
  close: () => Promise<void>
}

type Log = (line: string) => void
type DatabaseSettings = Pick<Config, 'databaseUrl' | 'dataDir' | 'isDataDirGiven' | 'databaseUser'>

/** Opens the database of the settings for the server, which starts the bundled one and owns its folder. */
export const openDatabase = ({ databaseUrl, ...settings }: DatabaseSettings, log: Log) =>
  databaseUrl ? openPostgres(databaseUrl, log) : openEmbedded(settings, log, startBundled)

/** Opens the database of the settings for a command, beside a running server or without one. */
export const joinDatabase = ({ databaseUrl, ...settings }: DatabaseSettings, log: Log) =>
  databaseUrl ? openPostgres(databaseUrl, log, limits.attachMs) : openEmbedded(settings, log, joinBundled)

async function openEmbedded(
  { dataDir, isDataDirGiven, databaseUser: account }: Omit<DatabaseSettings, 'databaseUrl'>,
  log: Log,
  openBundled: typeof startBundled,
): Promise<OpenDatabase> {
  const dataFolder = { folder: dataDir, isGiven: isDataDirGiven, databaseUser: account }
  const { bundled, connection, pool, name } = await reachBundled(() => openBundled(dataFolder, log))
  const { folder, binaries, note } = bundled.dataFolder
  const db = openKysely(pool)
  // Checkpointed changes need no log: its files are most of what can be freed.
  const space = await watchDiskSpace(folder, log, async () => void (await sql`checkpoint`.execute(db)))
  return {
    db,
    connection,
    listen: listenTo(connection, log),
    description: `bundled PostgreSQL ${binaries.version} in ${folder}${note}`,
    isDiskFull: space.isFull,
    freeBytes: () => freeBytes(folder),
    close: async () => {
      space.stop()
      await closePool(db, pool)
      // Other commands may use the database that this one has started.
      if (openBundled === joinBundled && bundled.isOwner) await untilUnused(connection, name, log)
      await bundled.stop()
    },
  }
}

const databaseName = 'lims'
/**
 * Four for each processor, and at least eight, so that a few long statements leave room for short ones. On two
 * processors eight carry as much as twelve, and the processes of the database take a sixth less memory.
 */
const bundledConnections = Math.min(12, Math.max(8, 4 * availableParallelism()))

const maxReachAttempts = 3

/** Opens the bundled database, again if the command that has started it stops it at this moment. */
async function reachBundled(open: () => Promise<BundledPostgres>) {
  for (let attempt = 1; ; attempt++) {
    const bundled = await open()
    const connection = { host: bundled.socketFolder, port: 5432, user: databaseUser, database: databaseName }
    const name = `${applicationName} ${randomUUID()}`
    // Each connection is a process of its own, on the same computer.
    const pool = openPool({ ...connection, application_name: name }, bundledConnections)
    pool.on('connect', (client) => client.on('error', () => {}))
    try {
      await createDatabaseOnce(connection)
      // By this connection others see that this command uses the database.
      await pool.query('select')
      return { bundled, connection, pool, name }
    } catch (error) {
      await pool.end()
      await bundled.stop()
      if (bundled.isOwner || attempt === maxReachAttempts || !isDatabaseUnreachable(error)) throw error
    }
  }
}

const unusedPollMs = 100

/**
 * Waits until no other command is connected. Its own connections, by their application name, do not count: they end a
 * moment after their pool. A database that has ended is not waited for.
 */
async function untilUnused(connection: pg.ConnectionConfig, name: string, log: Log) {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => {})
  const deadline = performance.now() + limits.otherCommandsMs
  try {
    await client.connect()
    for (let isLogged = false; performance.now() < deadline; isLogged = true) {
      const { rowCount } = await client.query(
        'select from pg_stat_activity where starts_with(application_name, $1) and application_name <> $2',
        [`${applicationName} `, name],
      )
      if (rowCount === 0) return
      if (!isLogged) log('Another command uses the database. Waiting for it before the database is stopped.')
      await wait(unusedPollMs)
    }
  } catch (error) {
    if (!isDatabaseUnreachable(error)) throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Of a database that exists, and of one that another process has created at the same moment. */
const alreadyExistsCodes: readonly string[] = [duplicateDatabase, uniqueViolation]

async function createDatabaseOnce(connection: pg.ConnectionConfig) {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } catch (error) {
    if (!alreadyExistsCodes.includes(errorCode(error) ?? '')) throw error
  } finally {
    await client.end()
  }
}

const { INT8, TIMESTAMPTZ } = pg.types.builtins
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(TIMESTAMPTZ, parseTimestamp)
const retryMs = 1000

/**
 * Opens a database by its address and waits while it is down, logging that once; `log` also receives connections lost
 * later. Throws StartError when it refuses, or stays down for longer than `waitMs`. Requests wait for a free connection
 * for at most `connectMs`.
 */
export async function openPostgres(
  url: string,
  log: Log,
  waitMs = Number.POSITIVE_INFINITY,
  connectMs: number = limits.connectMs,
): Promise<OpenDatabase> {
  const { username, hostname, port, pathname, searchParams } = new URL(url)
  // The folder of a socket is a parameter.
  const host = searchParams.get('host') ?? hostname
  const database = pathname.slice(1) || searchParams.get('user') || username
  const description = `PostgreSQL ${database} on ${host}:${(searchParams.get('port') ?? port) || 5432}`
  const connection = { connectionString: url }
  const pool = openPool({ ...connection, connectionTimeoutMillis: connectMs })
  logWhenLost(pool, description, log)
  const stopWatching = endDeadConnections(pool, connection, log)
  await reach(pool, description, log, waitMs).catch(async (error: unknown) => {
    stopWatching()
    await pool.end()
    throw error
  })
  const db = openKysely(pool)
  return {
    db,
    connection,
    listen: listenTo(connection, log),
    description,
    isDiskFull: () => false,
    freeBytes: async () => Number.POSITIVE_INFINITY,
    close: () => {
      stopWatching()
      return closePool(db, pool)
    },
  }
}

/**
 * What a database of one's own may have set otherwise. With `jit` PostgreSQL compiles statements that it thinks are
 * long: seconds, for one that then takes milliseconds. What waits to be sorted into the index of texts is read by every
 * search: with more of it, PostgreSQL reads all samples instead. The limit of a transaction, which PostgreSQL has since
 * version 17, would end migrations, backups and restores; that of an idle connection ends those that wait for the next
 * request. The rest is how values are written, and what a lock lets a transaction see. Sent as a statement, for poolers
 * refuse options of the connection.
 */
const sessionSettings = `
  set jit = off;
  set gin_pending_list_limit = '64kB';
  set datestyle = iso;
  set intervalstyle = postgres;
  set extra_float_digits = 1;
  set bytea_output = hex;
  set default_transaction_isolation = 'read committed';
  set statement_timeout = ${limits.statementMs};
  set idle_in_transaction_session_timeout = ${limits.idleTransactionMs};
  set idle_session_timeout = 0;
  set lock_timeout = 0;
  select set_config('transaction_timeout', '0', false) where current_setting('transaction_timeout', true) <> '0'
`

const applicationName = 'lims'

/** An error of an idle connection would end the process where nobody listens to it. */
function openPool(connection: pg.ConnectionConfig, max = 20): pg.Pool {
  const pool = new pg.Pool({
    application_name: applicationName,
    connectionTimeoutMillis: limits.connectMs,
    ...connection,
    Client: NamingClient as unknown as typeof pg.Client,
    // Statements are sent without waiting for the reply to the one before.
    pipeline: true,
    // Kept open when idle, so that the first request after a pause waits for no new connection.
    min: 5,
    max,
    keepAlive: true,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.query(sessionSettings, () => {}))
  return pool
}

/** Kysely does not end a pool that it has never used. */
async function closePool(db: Db, pool: pg.Pool) {
  await db.destroy()
  if (!pool.ending) await pool.end()
}

/** Listens on each connection, also while a transaction holds it: an error that nobody listens to ends the process. */
function logWhenLost(pool: pg.Pool, description: string, log: Log) {
  let isLost = false
  pool.on('connect', (client) => {
    if (isLost) log(`${description} responds again.`)
    isLost = false
    client.on('error', (error) => {
      if (!isLost) log(`${description} is gone: ${error.message}`)
      isLost = true
    })
  })
}

async function reach(pool: pg.Pool, description: string, log: Log, waitMs: number) {
  const deadline = performance.now() + waitMs
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (!isDatabaseUnreachable(error)) {
        throw new StartError(`DATABASE_URL is wrong: ${description} ${refusal(error)}`)
      }
      if (performance.now() > deadline) {
        throw new StartError(`${description} does not respond (${reason(error)}).`)
      }
      if (attempt === 1) log(`${description} does not respond (${reason(error)}). Waiting for it.`)
      await wait(retryMs)
    }
  }
}

/** Without a password the driver fails by itself, in words of its protocol. */
const refusal = (error: unknown) =>
  errorMessage(error).includes('client password must be')
    ? 'asks for a password: write it after the user, as in postgresql://lims:secret@db.example:5432/lims'
    : `replied '${firstLine(error)}'`

/**
 * The code of a network error says all; one of PostgreSQL or a pooler, which begins with a digit, needs its sentence.
 */
function reason(error: unknown) {
  const code = errorCode(error)
  return code && /^\D/.test(code) ? code : [code, firstLine(error)].filter(Boolean).join(': ')
}

const firstLine = (error: unknown) => errorMessage(error).split('\n')[0]
