import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorMessage } from '../errors/error-message.ts'
import { StartError } from '../errors/start-error.ts'
import { textLines } from '../programs/text-lines.ts'
import { BackupEnd, BackupHead, backupFormat, type Counts } from './backup-format.ts'
import type { Row } from './backup-tables.ts'
import { migrationNames } from './migrate.ts'

/** A backup that has been read to its end once and was found whole. */
export type VerifiedBackup = { file: string; head: BackupHead; counts: Counts }

/**
 * Reads a backup to its end, without a database. Throws a StartError with one sentence if anything is wrong with it.
 */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  const lines = readLines(file)
  const head = parseHead((await lines.next()).value, file)
  await lines.return(undefined)
  const counts: Counts = {}
  for await (const { table } of readRows(file)) counts[table] = (counts[table] ?? 0) + 1
  return { file, head, counts }
}

/** Yields the rows of a backup. Throws a StartError as soon as it is damaged, at its end for its counts and digest. */
export async function* readRows(file: string): AsyncGenerator<Row> {
  const hash = createHash('sha256')
  const counts: Counts = {}
  let head: BackupHead | undefined
  let table = ''
  let isEnded = false
  for await (const line of readLines(file)) {
    if (isEnded) throw damagedError(file, 'it has data after its last line')
    if (head && line.startsWith('{')) {
      assertWhole(file, { head, end: line }, { counts, sha256: hash.digest('hex') })
      isEnded = true
      continue
    }
    hash.update(line).update('\n')
    if (head) {
      const row = parseRow(line, file)
      // Whoever reads one table stops at the next: the others would be restored and not verified.
      if (row.table !== table && counts[row.table]) {
        throw damagedError(file, `its rows of ${row.table} are not together`)
      }
      table = row.table
      counts[table] = (counts[table] ?? 0) + 1
      yield row
    } else head = parseHead(line, file)
  }
  if (!isEnded) throw damagedError(file, 'its end is missing')
}

/** Yields the rows of one table as JSON, of a backup that was verified. */
export async function* readTable(file: string, table: string): AsyncGenerator<string> {
  const start = `${table}\t`
  let isFound = false
  for await (const line of readLines(file)) {
    if (line.startsWith(start)) {
      isFound = true
      yield line.slice(start.length)
    } else if (isFound) return
  }
}

function parseRow(line: string, file: string): Row {
  const tab = line.indexOf('\t')
  const row = { table: line.slice(0, tab), json: line.slice(tab + 1) }
  if (!/^[a-z_]+$/.test(row.table) || parsed(row.json) === undefined) {
    throw damagedError(file, `this line of it is not a row: '${line.slice(0, 40)}'`)
  }
  return row
}

/** Compares the content that was read with what the last line says of it. */
function assertWhole(
  file: string,
  lines: { head: BackupHead; end: string },
  found: { counts: Counts; sha256: string },
) {
  const { data: end } = BackupEnd.safeParse(parsed(lines.end))
  if (!end) throw damagedError(file, 'its end is missing')
  for (const table of new Set([...Object.keys(end.counts), ...Object.keys(found.counts)])) {
    const [expected, count] = [end.counts[table] ?? 0, found.counts[table] ?? 0]
    if (expected !== count)
      throw damagedError(file, `it should hold ${expected} rows of ${table}, not ${count}`)
  }
  if (lines.head.format === backupFormat && end.sha256 !== found.sha256) {
    throw damagedError(file, 'its checksum does not match')
  }
}

function parseHead(line: string | undefined, file: string): BackupHead {
  const content = parsed(line ?? '')
  const { data: head } = BackupHead.safeParse(content)
  if (head && migrationNames().includes(head.migration)) return head
  const format = (content as { format?: unknown } | null | undefined)?.format
  if (head || /^lims-backup-\d+$/.test(String(format))) {
    throw new StartError(`${file} was made by a newer version of this program. Please use that one.`)
  }
  throw new StartError(`${file} is not a backup of this program.`)
}

/** A backup is large: few large chunks are read faster than many small ones. */
const chunkSize = 256 * 1024

async function* readLines(file: string): AsyncGenerator<string, undefined> {
  // Without a callback a failed pipeline would end the process; the error arrives in the loop as well.
  const text = pipeline(createReadStream(file), createGunzip({ chunkSize }), () => {})
  try {
    yield* textLines(text)
  } catch (error) {
    throw damagedError(file, errorMessage(error))
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const damagedError = (file: string, why: string) =>
  new StartError(`${file} cannot be read whole: ${why}.`)
