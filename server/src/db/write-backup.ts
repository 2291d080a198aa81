import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { StartError } from '../errors/start-error.ts'
import { backupFormat, type Counts } from './backup-format.ts'
import { listSequences, listTables, readRows } from './backup-tables.ts'
import type { Db, Transaction } from './database.ts'
import { lastMigration } from './migrate.ts'

/** Writes all that the database holds at one instant; the file has its name only once it is whole and on the disk. */
export async function writeBackup(db: Db, file: string, now: Date): Promise<Counts> {
  const migration = await lastMigration(db)
  if (migration === undefined) throw new StartError('Nothing saved: this database holds nothing yet.')
  const unfinished = `${file}.unfinished`
  const counts: Counts = {}
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) =>
        pipeline(
          Readable.from(lines(trx, counts, { migration, madeAt: now.toISOString() })),
          createGzip(),
          createWriteStream(unfinished, { mode: 0o600 }),
        ),
      )
    const written = await open(unfinished, 'r+')
    await written.sync()
    await written.close()
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
  return counts
}

async function* lines(
  trx: Transaction,
  counts: Counts,
  head: { migration: string; madeAt: string },
): AsyncGenerator<string> {
  const sequences = await listSequences(trx)
  yield `${JSON.stringify({ format: backupFormat, ...head, sequences })}\n`
  for (const table of await listTables(trx)) {
    counts[table] = 0
    for await (const rows of readRows(trx, table)) {
      counts[table] += rows.length
      yield rows.map((json) => `${table}\t${json}\n`).join('')
    }
  }
  yield `${JSON.stringify({ counts })}\n`
}
