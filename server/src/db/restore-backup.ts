import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { StartError } from '../errors/start-error.ts'
import { BackupEnd, BackupHead, type Counts } from './backup-format.ts'
import { isUnused, keepRules, listTables, saveRows, setSequences, suspendRules } from './backup-tables.ts'
import type { Db, Transaction } from './database.ts'
import { lastMigration, migrate, migrationNames } from './migrate.ts'

const rowsAtOnce = 1000

/** Fills an unused database from a backup, all or nothing, and brings what was older up to date. Fails with a StartError. */
export async function restoreBackup(db: Db, file: string): Promise<{ head: BackupHead; counts: Counts }> {
  const lines = readLines(file)
  const head = readHead((await lines.next()).value, file)
  // Rows of then do not fit the tables of now, and a migration that has run does not run again to mend them.
  const last = await lastMigration(db)
  if (last !== undefined && last > head.migration) {
    throw new StartError(
      `Nothing restored: ${file} is older than this database, which this program has prepared already. Give it an empty one, which is brought up to date with what it gets.`,
    )
  }
  await migrate(db, head.migration)
  if (!(await isUnused(db))) {
    throw new StartError(
      'Nothing restored: a backup goes into an unused database only, and this one holds work.',
    )
  }
  const counts = await db.transaction().execute((trx) => fill(trx, lines, head, file))
  await migrate(db)
  return { head, counts }
}

async function fill(
  trx: Transaction,
  lines: AsyncGenerator<string, undefined>,
  head: BackupHead,
  file: string,
) {
  const tables = await listTables(trx)
  await suspendRules(trx, tables)
  const counts = await fillTables(trx, lines, new Set(tables), file)
  await setSequences(trx, head.sequences)
  await keepRules(trx, tables)
  return counts
}

async function fillTables(
  trx: Transaction,
  lines: AsyncGenerator<string, undefined>,
  tables: ReadonlySet<string>,
  file: string,
): Promise<Counts> {
  const counts: Counts = Object.fromEntries([...tables].map((table) => [table, 0]))
  let waiting = { table: '', rows: [] as string[] }
  const save = async () => {
    if (waiting.rows.length > 0) await saveRows(trx, waiting.table, waiting.rows)
    counts[waiting.table] = (counts[waiting.table] ?? 0) + waiting.rows.length
  }
  for await (const line of lines) {
    if (line.startsWith('{')) {
      await save()
      return assertWhole(counts, line, file)
    }
    const [table = ''] = line.split('\t', 1)
    if (!tables.has(table)) throw damaged(file, `it names no table of this program in '${line.slice(0, 40)}'`)
    if (table !== waiting.table || waiting.rows.length === rowsAtOnce) {
      await save()
      waiting = { table, rows: [] }
    }
    waiting.rows.push(line.slice(table.length + 1))
  }
  throw damaged(file, 'its end is missing')
}

function assertWhole(counts: Counts, line: string, file: string): Counts {
  const stated = BackupEnd.parse(JSON.parse(line)).counts
  const { '': _, ...found } = counts
  for (const [table, count] of Object.entries(stated)) {
    if (found[table] !== count)
      throw damaged(file, `it should hold ${count} rows of ${table}, not ${found[table]}`)
  }
  return found
}

function readHead(line: string | undefined, file: string): BackupHead {
  const { data: head } = BackupHead.safeParse(parsed(line ?? ''))
  if (!head) throw new StartError(`${file} is no backup of this program.`)
  if (!migrationNames().includes(head.migration)) {
    throw new StartError(`${file} was made by a newer version of this program. Restore it with that one.`)
  }
  return head
}

async function* readLines(file: string): AsyncGenerator<string, undefined> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.on('error', (error) => text.destroy(error))
  try {
    yield* createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })
    if (text.errored) throw text.errored
  } catch (error) {
    throw damaged(file, (error as Error).message)
  }
  return undefined
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const damaged = (file: string, why: string) =>
  new StartError(`Nothing restored: ${file} cannot be read whole: ${why}.`)
