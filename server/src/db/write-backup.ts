import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { dayMs } from '@lims/contract/durations.ts'
import { sql } from 'kysely'
import { StartError } from '../errors/start-error.ts'
import { freeBytes, minFreeBytes } from '../postgres/disk-space.ts'
import { withFileToWrite } from '../programs/follow-links.ts'
import { backupFormat, type Counts } from './backup-format.ts'
import { listSequences, listTables, prepareReading, readRows } from './backup-tables.ts'
import type { Db, Transaction } from './database.ts'
import { lastMigration } from './migrate.ts'
import { verifyBackup } from './read-backup.ts'

/**
 * Writes all that the database holds at one instant. The file has its name only once it is on the disk and has been
 * read back; a symbolic link stays, and leads to it. Throws a StartError if it cannot be written or read back, and
 * before it fills the disk.
 */
export const writeBackup = (db: Db, named: string, now: Date): Promise<Counts> =>
  withFileToWrite(named, (file) => writeTo(db, file, now))

async function writeTo(db: Db, file: string, now: Date): Promise<Counts> {
  await getMigration(db)
  await removeAbandoned(file)
  // Of this backup alone: another one to the same file may be running.
  const unfinished = `${file}.${randomUUID()}.unfinished`
  const counts: Counts = {}
  const written = createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true })
  try {
    await once(written, 'open')
    const savedAt = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await prepareReading(trx)
        // In the snapshot of the rows: an update may end right before it.
        const migration = await getMigration(trx)
        const saved = lines(trx, counts, { migration, madeAt: now.toISOString() })
        await pipeline(Readable.from(withSpaceLeft(saved, path.dirname(file))), createGzip(), written)
        return migration
      })
    await assertStillAt(db, savedAt)
    await assertReadable(unfinished, counts)
    await rename(unfinished, file)
  } catch (error) {
    throw isFileError(error) ? new StartError(`Nothing saved: ${error.message}.`) : error
  } finally {
    written.destroy()
    // What failed before is what is reported.
    await rm(unfinished, { force: true }).catch(() => {})
  }
  return counts
}

async function getMigration(db: Db): Promise<string> {
  const migration = await lastMigration(db)
  if (migration === undefined) throw new StartError('Nothing saved: this database holds nothing yet.')
  return migration
}

/** An update changes tables outside of the snapshot too: one that it has written anew is read as empty. */
async function assertStillAt(db: Db, migration: string) {
  if ((await lastMigration(db)) === migration) return
  throw new StartError(
    'Nothing saved: the database was updated to another version in the meantime. Please try again.',
  )
}

/**
 * Returns the time of a backup that begins now: the earlier of the clock of this computer and that of the database,
 * which may be another one. Anchors of the audit trail up to this time are compared with the backup.
 */
export async function backupTime(db: Db, own: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return new Date(Math.min(own.getTime(), ...rows.map(({ at }) => at.getTime())))
}

async function* withSpaceLeft(parts: AsyncIterable<string>, folder: string): AsyncGenerator<string> {
  for await (const part of parts) {
    if ((await freeBytes(folder)) < minFreeBytes) {
      throw new StartError(`Nothing saved: less than ${minFreeBytes / 1024 / 1024} MB are free in ${folder}.`)
    }
    yield part
  }
}

/** A backup that has written nothing for this long was killed. */
const abandonedMs = dayMs

/**
 * Removes what killed backups have left in the folder of a file, where it may: a backup of each night has its own name.
 */
async function removeAbandoned(file: string): Promise<void> {
  const folder = path.dirname(file)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => isUnfinished(one, path.basename(file)))) {
    const leftover = path.join(folder, name)
    const written = await stat(leftover).catch(() => undefined)
    if (written && Date.now() - written.mtimeMs > abandonedMs)
      await rm(leftover, { force: true }).catch(() => {})
  }
}

const isUnfinished = (name: string, base: string) => {
  const [, ofFile] = /^(.+)\.[0-9a-f-]{36}\.unfinished$/.exec(name) ?? []
  return ofFile !== undefined && (ofFile === base || ofFile.endsWith('.backup.gz'))
}

/** An error of the disk or of the name, not of the database. */
const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  /^(open|write|fsync|rename|close)$/.test((error as NodeJS.ErrnoException | null)?.syscall ?? '')

async function assertReadable(file: string, written: Counts) {
  const { counts: read } = await verifyBackup(file).catch((error: unknown) => {
    throw error instanceof StartError ? new StartError(`Nothing saved: ${error.message}`) : error
  })
  for (const [table, count] of Object.entries(written)) {
    if ((read[table] ?? 0) !== count) {
      throw new StartError(
        `Nothing saved: ${file} holds ${read[table] ?? 0} of the ${count} rows of ${table} that were written.`,
      )
    }
  }
}

async function* lines(
  trx: Transaction,
  counts: Counts,
  head: { migration: string; madeAt: string },
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (text: string) => {
    hash.update(text)
    return text
  }
  const sequences = await listSequences(trx)
  yield hashed(`${JSON.stringify({ format: backupFormat, ...head, sequences })}\n`)
  for (const table of await listTables(trx)) {
    counts[table] = 0
    for await (const rows of readRows(trx, table)) {
      counts[table] += rows.length
      yield hashed(rows.map((json) => `${table}\t${json}\n`).join(''))
    }
  }
  yield `${JSON.stringify({ counts, sha256: hash.digest('hex') })}\n`
}
