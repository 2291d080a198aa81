import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { errorMessage } from '../errors/error-message.ts'
import { StartError } from '../errors/start-error.ts'
import { withFileToWrite } from '../programs/follow-links.ts'
import { eraseTraces, recordErasure } from './erase-subject.ts'
import {
  findSubjectByHash,
  insertMissingPerson,
  type ListedErasure,
  listErasures,
} from './erasure-queries.ts'
import { lockTraces, type Traces } from './trace-queries.ts'

/** Returns where the list of erasures is kept: beside the backups. */
export const erasureListBeside = (backupFile: string): string =>
  path.join(path.dirname(backupFile), 'erasures.jsonl')

const hex = (minBytes: number) => z.string().regex(new RegExp(`^([0-9a-f]{2}){${minBytes},64}$`))

const Line = z.object({
  id: z.uuid(),
  erasedAt: z.iso.datetime(),
  erasedBy: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
  samples: z.enum(['keep', 'destroy']),
  salt: hex(16),
  subjectHash: hex(32),
})

const asLine = (erasure: ListedErasure): z.infer<typeof Line> => ({
  id: erasure.id,
  erasedAt: erasure.erasedAt.toISOString(),
  erasedBy: { id: erasure.erasedBy, name: erasure.personName },
  reason: erasure.reason,
  samples: erasure.samples,
  salt: Buffer.from(erasure.salt).toString('hex'),
  subjectHash: Buffer.from(erasure.subjectHash).toString('hex'),
})

const asErasure = ({
  erasedBy,
  erasedAt,
  salt,
  subjectHash,
  ...line
}: z.infer<typeof Line>): ListedErasure => ({
  ...line,
  erasedAt: new Date(erasedAt),
  erasedBy: erasedBy.id,
  personName: erasedBy.name,
  salt: Buffer.from(salt, 'hex'),
  subjectHash: Buffer.from(subjectHash, 'hex'),
})

/** Reads a list of erasures; undefined if there is no such file. Throws a StartError if it is damaged. */
export async function readErasureList(file: string): Promise<ListedErasure[] | undefined> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartError(`The list of erasures ${file} cannot be read: ${error.message}.`)
  })
  return content
    ?.split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const { data } = Line.safeParse(parsed(line))
      if (data) return asErasure(data)
      throw new StartError(`The list of erasures ${file} is damaged in line ${index + 1}.`)
    })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * Adds erasures to a list, which keeps those that it has, but for a reason that a later erasure has emptied. Writes
 * nothing if there is nothing new. Throws a StartError.
 */
export async function addToErasureList(file: string, erasures: readonly ListedErasure[]): Promise<void> {
  const kept = (await readErasureList(file)) ?? []
  const known = new Set(kept.map(({ id }) => id))
  const added = erasures.filter(({ id }) => !known.has(id))
  const emptied = new Set(erasures.filter(({ reason }) => reason === '').map(({ id }) => id))
  const isEmptied = ({ id, reason }: ListedErasure) => emptied.has(id) && reason !== ''
  if (added.length === 0 && !kept.some(isEmptied)) return
  const present = kept.map((erasure) => (isEmptied(erasure) ? { ...erasure, reason: '' } : erasure))
  const lines = [...present, ...added].map((erasure) => `${JSON.stringify(asLine(erasure))}\n`)
  await withFileToWrite(file, (target) => replaceFile(target, lines.join('')))
}

async function replaceFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.unfinished`
  try {
    await writeNew(unfinished, text)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw new StartError(
      `Nothing saved: the list of erasures ${file} cannot be written: ${errorMessage(error)}.`,
    )
  }
}

/**
 * Writes a file that nobody else may read. What a command of root writes belongs to the owner of the folder: the next
 * backup of a service reads the list. A file share may refuse that.
 */
async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    if (process.getuid?.() === 0) {
      const { uid, gid } = await stat(path.dirname(file))
      await handle.chown(uid, gid).catch(() => {})
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const noTraces: Traces = {
  wanted: '',
  samples: [],
  sampleIds: [],
  eventIds: [],
  onlyReasonIds: [],
  viewIds: [],
  deletedRows: [],
}

/**
 * Erases again what was erased after a backup was made: the subjects whose hash is in the list. The erasures keep who
 * made them and when; the actor is whoever restores. Returns the number of erasures that the database did not know.
 */
export async function reapplyErasures(
  trx: Transaction,
  list: readonly ListedErasure[],
  actor: Actor,
): Promise<number> {
  const known = new Set((await listErasures(trx)).map(({ id }) => id))
  const missing = list.filter(({ id }) => !known.has(id))
  for (const erasure of missing) {
    await insertMissingPerson(trx, erasure)
    const wanted = await findSubjectByHash(trx, erasure)
    if (wanted) await eraseTraces(trx, { erasure, traces: await lockTraces(trx, wanted) }, actor)
    // Of a subject that came after the backup: only the record of the erasure is missing.
    else await recordErasure(trx, { erasure, traces: noTraces }, actor)
  }
  return missing.length
}
