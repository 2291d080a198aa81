import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import { errorCode } from '../errors/error-code.ts'
import { errorMessage } from '../errors/error-message.ts'
import { lockNotAvailable } from '../errors/sql-states.ts'
import { limits } from '../limits.ts'
import { touchedTables } from './trace-queries.ts'

/** The statistics of the planner hold frequent values. */
const statistics = 'pg_statistic'
/** Among `tables`: only the log, which is overwritten after the last table anyway. */
export const writeAheadLog = 'write-ahead log'
const cleaned: readonly string[] = [...touchedTables, statistics]
/** A table up to this size is rewritten, which locks it for about a second. */
const maxRewrittenBytes = 256 * 1024 * 1024
const vacuumTimeoutMs = 120_000
const defaultWaitMs = 5000

const snapshotPollMs = 100

type Options = {
  ownsServer: boolean
  tables?: readonly string[]
  /** The result of `readNextTransaction` after the erasure was committed; by default read now. */
  erasedBefore?: string
  /** How long it waits for transactions that began before what is removed was committed. */
  snapshotWaitMs?: number | undefined
  /** How long it waits for the lock of each table. */
  lockTimeoutMs?: number | undefined
  /** How long it waits until PostgreSQL applies a new setting. */
  reloadWaitMs?: number | undefined
  /** Stops at once, also while a table is rewritten. */
  stopping?: AbortSignal
}
type Vacuumed = {
  /**
   * Tables that were in use for too long, or not reached before `stopping`; `writeAheadLog`, if PostgreSQL did not
   * apply a setting in time.
   */
  left: string[]
  /** Tables whose old versions an older transaction may still read. Rewritten, they would keep them. */
  readByOlder: string[]
  /** Other failures: table and reason. */
  failed: string[]
}

/**
 * Removes the old versions of rows from the files of the database. Small tables are rewritten; of large ones the
 * space of old versions is released, and overwritten in time. With `ownsServer`, which the bundled PostgreSQL allows,
 * its write-ahead log is overwritten too, after the last table. While an older transaction may still read the old
 * versions, which PostgreSQL then keeps, nothing is rewritten. A table that takes longer than `vacuumTimeoutMs` has
 * failed: each further attempt would lock it as long.
 */
export async function vacuumErased(
  db: Db,
  { ownsServer, tables = cleaned, erasedBefore, stopping, ...waits }: Options,
): Promise<Vacuumed> {
  const { snapshotWaitMs = defaultWaitMs, lockTimeoutMs = defaultWaitMs, reloadWaitMs = maxReloadMs } = waits
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ process: number }>`
      select pg_backend_pid() as process,
        set_config('statement_timeout', ${String(vacuumTimeoutMs)}, false),
        set_config('lock_timeout', ${String(lockTimeoutMs)}, false)
    `.execute(connection)
    const cancel = () => {
      // Where this fails, so does what it would cancel.
      sql`select pg_cancel_backend(${rows[0]?.process})`.execute(db).catch(() => {})
    }
    stopping?.addEventListener('abort', cancel)
    try {
      const before = erasedBefore ?? (await readNextTransaction(connection))
      const limit = { waitMs: snapshotWaitMs, stopping }
      if (!(await isSeenByAll(connection, before, limit))) {
        return { left: [], readByOlder: [...tables], failed: [] }
      }
      const readByOlder =
        tables.includes(statistics) &&
        !(await isSeenByAll(connection, before, { ...limit, sources: [catalogSnapshots] }))
          ? [statistics]
          : []
      const others = tables.filter((table) => table !== writeAheadLog && !readByOlder.includes(table))
      const vacuumed = await vacuumTables(connection, others, stopping)
      const isDone = vacuumed.left.length === 0 && readByOlder.length === 0
      if (ownsServer && isDone && !(await overwriteLog(connection, reloadWaitMs)))
        vacuumed.left.push(writeAheadLog)
      return { ...vacuumed, readByOlder }
    } finally {
      stopping?.removeEventListener('abort', cancel)
      // Not by `reset`, which would restore the setting of the database: each connection sets its own when it is
      // opened.
      await sql`
        select set_config('statement_timeout', ${String(limits.statementMs)}, false), set_config('lock_timeout', '0', false)
      `.execute(connection)
    }
  })
}

/** Returns the id of the next transaction: what is committed now is of an earlier one. */
export async function readNextTransaction(db: Db): Promise<string> {
  const { rows } = await sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next
  `.execute(db)
  return rows[0]?.next ?? '0'
}

/** Covers all databases of the cluster: every snapshot reaches back to the oldest running transaction. */
const running = sql`
  select backend_xid from pg_stat_activity where pid <> pg_backend_pid()
  union all select transaction from pg_prepared_xacts
`
/** Also those of standbys that report theirs. */
const snapshots = sql`
  select backend_xmin from pg_stat_activity
  where (datname = current_database() or datname is null) and pid <> pg_backend_pid()
  union all select xmin from pg_replication_slots
`

/** A slot of logical replication needs the system catalogs, of all databases, as they were. */
const catalogSnapshots = sql`select catalog_xmin from pg_replication_slots`

type Limit = {
  waitMs: number
  stopping: AbortSignal | undefined
  /** Where it looks for older transactions; by default for those that may read data. */
  sources?: RawBuilder<unknown>[]
}

/**
 * Waits until every transaction sees what was committed before transaction `before`: a backup, a verification and each
 * statement under way read the database as it was when they began. Returns false if one does not after `waitMs`.
 */
async function isSeenByAll(
  connection: Db,
  before: string,
  { waitMs, stopping, sources = [running, snapshots] }: Limit,
): Promise<boolean> {
  const deadline = performance.now() + waitMs
  // Once no older transaction runs, no new snapshot is older.
  for (const transactions of sources) {
    while (await hasOlder(connection, transactions, before)) {
      if (stopping?.aborted || performance.now() > deadline) return false
      await wait(snapshotPollMs)
    }
  }
  return true
}

async function hasOlder(connection: Db, transactions: RawBuilder<unknown>, before: string): Promise<boolean> {
  const { rows } = await sql<{ hasOlder: boolean }>`
    select exists (
      select from (${transactions}) found (transaction) where age(transaction) > age(${before}::xid8::xid)
    ) as "hasOlder"
  `.execute(connection)
  return rows[0]?.hasOlder === true
}

/** Lists the erasures after which the files of the database have not been cleaned. */
export async function listErasuresToClean(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('erasure_to_clean').select('erasure_id').execute()
  return rows.map(({ erasure_id }) => erasure_id)
}

/** Call it with the erasures that were listed before the tables were cleaned. */
export async function markErasuresCleaned(db: Db, erasureIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('erasure_to_clean')
    .where(sql<boolean>`erasure_id = any(${[...erasureIds]}::uuid[])`)
    .execute()
}

async function vacuumTables(
  connection: Db,
  tables: readonly string[],
  stopping: AbortSignal | undefined,
): Promise<Omit<Vacuumed, 'readByOlder'>> {
  const { rows: sizes } = await sql<{ name: string; bytes: number }>`
    select name, pg_total_relation_size(name::regclass)::float8 as bytes
    from unnest(${[...tables]}::text[]) with ordinality of (name, place) order by place
  `.execute(connection)
  const vacuumed: { left: string[]; failed: string[] } = { left: [], failed: [] }
  for (const { name, bytes } of sizes) {
    if (stopping?.aborted) {
      vacuumed.left.push(name)
      continue
    }
    const how = bytes > maxRewrittenBytes ? sql`full false` : sql`full`
    try {
      await sql`vacuum (${how}) ${sql.table(name)}`.execute(connection)
      if (name !== statistics) await connection.transaction().execute((trx) => analyzeAnew(trx, name))
    } catch (error) {
      if (stopping?.aborted || errorCode(error) === lockNotAvailable) vacuumed.left.push(name)
      else vacuumed.failed.push(`${name}: ${errorMessage(error)}`)
    }
  }
  return vacuumed
}

/** Has `pg_clear_attribute_stats`. */
const clearingVersion = 180_000

/**
 * Replaces the statistics of a table and its indexes. ANALYZE by itself keeps those of a table, or of a partial index,
 * that has no rows any more, with the values that were frequent in it.
 */
async function analyzeAnew(trx: Transaction, table: string): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version
  `.execute(trx)
  if ((rows[0]?.version ?? 0) >= clearingVersion) {
    await sql`
      select pg_clear_attribute_stats(nspname, relname, attname, false)
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
      where attnum > 0 and not attisdropped and pg_class.oid in (
        select ${table}::regclass
        union all select indexrelid from pg_index where indrelid = ${table}::regclass
      )
    `.execute(trx)
  }
  await sql`analyze ${sql.table(table)}`.execute(trx)
}

/** 16 MB each. */
const maxLogSegments = 40
const maxReloadMs = 10_000
const reloadPollMs = 10

/**
 * Fills every segment of the write-ahead log that is kept for reuse with zeros, and removes the old ones. Returns false
 * if PostgreSQL has not applied the setting for it after `reloadWaitMs`: old segments would be kept.
 */
async function overwriteLog(connection: Db, reloadWaitMs: number): Promise<boolean> {
  await sql`alter system set wal_recycle = off`.execute(connection)
  try {
    await sql`select pg_reload_conf()`.execute(connection)
    if (!(await isNotRecycled(connection, reloadWaitMs))) return false
    // A checkpoint that was running may have kept old segments for reuse.
    await sql`checkpoint`.execute(connection)
    const { rows } = await sql<{ segments: number }>`
      select count(*)::int as segments from pg_ls_waldir()
    `.execute(connection)
    const segments = Math.min(rows[0]?.segments ?? 0, maxLogSegments)
    // Leaving a segment fills the rest of it with zeros; it has to hold a record before.
    for (let segment = 0; segment <= segments; segment++) {
      await sql`select pg_logical_emit_message(true, 'lims', 'erased')`.execute(connection)
      await sql`select pg_switch_wal()`.execute(connection)
    }
    await sql`checkpoint`.execute(connection)
    return true
  } finally {
    await sql`alter system reset wal_recycle`.execute(connection)
    await sql`select pg_reload_conf()`.execute(connection)
  }
}

/**
 * Waits until this connection has the new setting: PostgreSQL signals all processes together, and on a busy machine it
 * did so after the last checkpoint, which then kept old segments. Returns false if it has not after `waitMs`.
 */
async function isNotRecycled(connection: Db, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const { rows } = await sql<{ recycles: boolean }>`
      select current_setting('wal_recycle')::boolean as recycles
    `.execute(connection)
    if (rows[0]?.recycles === false) return true
    if (performance.now() > deadline) return false
    await wait(reloadPollMs)
  }
}
