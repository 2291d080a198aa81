import { sql } from 'kysely'
import { limits } from '../limits.ts'
import type { Db, Transaction } from './database.ts'
import { listStoredColumns } from './stored-columns.ts'

/** How far the numbers of a sequence have been given out; null before the first. */
type Sequence = { name: string; last: string | null }
export type Row = { table: string; json: string }

const rowsAtOnce = 1000
/** A saved reply of a change of 20,000 samples is several megabytes long. */
const repliesAtOnce = 50
/** At most 32 MB in UTF-8: the elements of a jsonb array have at most 268,435,455 bytes (jsonb.h). */
const charactersAtOnce = 8_000_000
const ofTheMigrator = ['kysely_migration', 'kysely_migration_lock']

/** The schema of our tables: where the first migration put them, wherever the search path leads today. */
const ownSchema = sql`(select relnamespace from pg_class where oid = to_regclass('kysely_migration'))`

/** Every table of ours, those that others refer to first. */
export async function listTables(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = ${ownSchema} and relname <> all(${ofTheMigrator}) order by 1
  `.execute(db)
  const { rows: references } = await sql<{ from: string; to: string }>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
    where contype = 'f' and connamespace = ${ownSchema} and conrelid <> confrelid
  `.execute(db)
  const sorted: string[] = []
  const rest = new Set(tables.map(({ name }) => name))
  while (rest.size > 0) {
    const next = [...rest].find((name) => !references.some(({ from, to }) => from === name && rest.has(to)))
    if (!next) throw new Error(`These tables refer to each other in a ring: ${[...rest].join(', ')}`)
    rest.delete(next)
    sorted.push(next)
  }
  return sorted
}

export async function listSequences(db: Db): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select relname as name, pg_sequence_last_value(oid)::text as last from pg_class
    where relkind = 'S' and relnamespace = ${ownSchema} order by 1
  `.execute(db)
  return rows
}

/**
 * Tables that are read in an order. Samples without a parent come first, in a pass of their own, as no index has that
 * order; the audit trail is verified as it is read.
 */
const parts: Record<string, ReturnType<typeof sql>[]> = {
  sample: [sql`where parent_sample_id is null`, sql`where parent_sample_id is not null`],
  audit_event: [sql`order by id`],
  audit_commitment: [sql`order by event_id`],
  audit_seal: [sql`order by number`],
}

/**
 * Prepares a transaction for `readRows`: statements may take as long as a slow disk needs, locks as long as usual, and
 * rows are read along indexes. A sort would write the whole table to the disk of the database before the first row.
 */
export async function prepareReading(trx: Transaction): Promise<void> {
  await sql`
    select set_config('statement_timeout', '0', true), set_config('enable_sort', 'off', true),
      set_config('lock_timeout', ${String(limits.statementMs)}, true)
  `.execute(trx)
}

/** The rows of a table as JSON, a sample's parent before the sample; numbers keep every digit. */
export async function* readRows(trx: Transaction, table: string): AsyncGenerator<string[]> {
  const count = sql.lit(table === 'answered_request' ? repliesAtOnce : rowsAtOnce)
  for (const part of parts[table] ?? [sql``]) {
    await sql`declare rows_to_save no scroll cursor for
      select to_jsonb(saved)::text as json from ${sql.table(table)} saved ${part}`.execute(trx)
    for (;;) {
      const { rows } = await sql<Row>`fetch ${count} from rows_to_save`.execute(trx)
      if (rows.length === 0) break
      yield rows.map(({ json }) => json)
    }
    await sql`close rows_to_save`.execute(trx)
  }
}

/**
 * Disables our triggers until `enableTriggers`, so that rows are inserted as they are. Locks the tables, so that nobody
 * else writes.
 */
export async function disableTriggers(trx: Transaction, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
}

/** Empties the tables. Call it while the triggers are disabled. */
export async function emptyTables(trx: Transaction, tables: readonly string[]): Promise<void> {
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(trx)
}

/** Enables our triggers again. */
export async function enableTriggers(trx: Transaction, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
}

/** Yields rows in groups of one table that `saveRows` can insert in one statement, in their order. */
export async function* groupRows(
  rows: AsyncIterable<Row>,
): AsyncGenerator<{ table: string; group: string[] }> {
  let waiting = { table: '', group: [] as string[] }
  let characters = 0
  for await (const { table, json } of rows) {
    const isFull = waiting.group.length === rowsAtOnce || characters + json.length > charactersAtOnce
    if (waiting.group.length > 0 && (table !== waiting.table || isFull)) {
      yield waiting
      waiting = { table, group: [] }
      characters = 0
    }
    waiting.table = table
    waiting.group.push(json)
    characters += json.length
  }
  if (waiting.group.length > 0) yield waiting
}

export async function saveRows(trx: Transaction, table: string, rows: readonly string[]): Promise<void> {
  const names = sql.join((await listStoredColumns(trx, table)).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${rows.join(',')}]`}::jsonb)
  `.execute(trx)
}

export async function setSequences(trx: Transaction, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last } of sequences) {
    if (last !== null) await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(trx)
  }
}

/** By sequence: how many of the numbers that labels and open pages show may have been issued since a backup. */
const maxIssuedSinceBackup: Record<string, number> = {
  tube_number: 100_000,
  storage_id_seq: 10_000,
  lifecycle_event_id_seq: 10_000_000,
  custody_event_id_seq: 10_000_000,
}

/**
 * Advances the sequences past the numbers that may have been issued since the backup: the label of a tube or storage
 * that was printed since, or an Undo of a page that is still open, must not name another record. Returns the last
 * skipped tube ID and the last skipped id of a storage.
 */
export async function skipIssuedNumbers(trx: Transaction): Promise<{ tubeId: string; storageId: number }> {
  for (const [name, count] of Object.entries(maxIssuedSinceBackup)) {
    await sql`select setval(${name}::regclass, last_value + ${count}::bigint - 1) from ${sql.table(name)}`.execute(
      trx,
    )
  }
  const { rows } = await sql<{ tubeId: string; storageId: number }>`
    select next_tube_id() as "tubeId", nextval('storage_id_seq')::integer as "storageId"
  `.execute(trx)
  return rows[0] ?? { tubeId: '', storageId: 0 }
}

/** Whether nobody has worked with it: nothing but what the migrations and a first start put there. */
export async function isUnused(db: Db): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from person) or exists (select from audit_event) as used
  `.execute(db)
  return rows[0]?.used === false
}
