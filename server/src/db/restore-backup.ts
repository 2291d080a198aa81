import { errorCode } from '../errors/error-code.ts'
import { errorMessage } from '../errors/error-message.ts'
import { StartError } from '../errors/start-error.ts'
import { minFreeBytes } from '../postgres/disk-space.ts'
import type { Counts } from './backup-format.ts'
import {
  disableTriggers,
  emptyTables,
  enableTriggers,
  groupRows,
  isUnused,
  listTables,
  type Row,
  saveRows,
  setSequences,
} from './backup-tables.ts'
import type { Db, Transaction } from './database.ts'
import { inTransaction } from './in-transaction.ts'
import { lastMigration, lockMigrations, migrate } from './migrate.ts'
import { damagedError, readRows, type VerifiedBackup } from './read-backup.ts'

/**
 * Fills an unused database from a backup, all or nothing, and brings what was older up to date. `finish` changes what
 * was restored, before anybody sees it: all of this is one transaction, which is tried again after a deadlock. Throws a
 * StartError, also before it fills the disk, which has `freeBytes`, and `CommitUnconfirmed`.
 */
export async function restoreBackup(
  db: Db,
  backup: VerifiedBackup,
  finish: (trx: Transaction) => Promise<void> = async () => {},
  freeBytes = async () => Number.POSITIVE_INFINITY,
): Promise<Counts> {
  const { file, head } = backup
  // Its rows do not fit today's tables, and a migration that has run does not run again to convert them.
  await assertNotNewer(db, backup)
  await migrate(db, head.migration)
  // Here too, so that nobody who works with the database waits for the locks.
  await assertUnused(db)
  // A server that runs on it may read tables in another order than that in which these locks are taken.
  return inTransaction(db, async (trx) => {
    await lockMigrations(trx)
    // A server may have started on it since.
    await assertNotNewer(trx, backup)
    const counts = await fill(trx, backup, freeBytes).catch((error: unknown) => {
      throw isDataError(error) ? damagedError(file, `a row does not fit (${errorMessage(error)})`) : error
    })
    await migrate(trx)
    await finish(trx)
    return counts
  })
}

async function assertNotNewer(db: Db, { file, head }: VerifiedBackup) {
  const last = await lastMigration(db)
  if (last === undefined || last <= head.migration) return
  throw new StartError(
    `Nothing restored: ${file} is older than this database, which has the tables of this version already. Use an empty database: restore creates the tables and brings them up to date.`,
  )
}

async function fill(
  trx: Transaction,
  { file, head }: VerifiedBackup,
  freeBytes: () => Promise<number>,
): Promise<Counts> {
  const tables = await listTables(trx)
  // Locks the tables: another restore, or the first sign-in, has ended before this looks, or waits.
  await disableTriggers(trx, tables)
  await assertUnused(trx)
  await emptyTables(trx, tables)
  const counts = await fillTables(trx, tables, file, () => assertSpaceLeft(freeBytes))
  await setSequences(trx, head.sequences)
  await enableTriggers(trx, tables)
  return counts
}

async function assertUnused(db: Db) {
  if (await isUnused(db)) return
  throw new StartError(
    'Nothing restored: a backup can only be restored into an unused database. Somebody has signed in to this one, or it holds a backup or demo data. Use an empty database.',
  )
}

async function assertSpaceLeft(freeBytes: () => Promise<number>) {
  if ((await freeBytes()) >= minFreeBytes) return
  throw new StartError(
    `Nothing restored: less than ${minFreeBytes / 1024 / 1024} MB are free on the disk of the database.`,
  )
}

async function fillTables(
  trx: Transaction,
  tables: readonly string[],
  file: string,
  assertSpace: () => Promise<void>,
): Promise<Counts> {
  const counts: Counts = Object.fromEntries(tables.map((table) => [table, 0]))
  for await (const { table, group } of groupRows(ownersFirst(knownRows(tables, file)))) {
    await assertSpace()
    await saveRows(trx, table, group)
    counts[table] = (counts[table] ?? 0) + group.length
  }
  return counts
}

async function* knownRows(tables: readonly string[], file: string) {
  for await (const row of readRows(file)) {
    if (!tables.includes(row.table)) throw damagedError(file, `this program has no table ${row.table}`)
    yield row
  }
}

/** Yields the service accounts after the people, who own them. A backup holds people in the order of the database. */
async function* ownersFirst(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  const services: Row[] = []
  for await (const row of rows) {
    if (row.table !== 'person') yield* services.splice(0)
    if (row.table === 'person' && JSON.parse(row.json).owner_id) services.push(row)
    else yield row
  }
  yield* services
}

/** Classes 22 and 23 of SQLSTATE: data exceptions and violated constraints. */
const isDataError = (error: unknown) => /^2[23]/.test(errorCode(error) ?? '')
