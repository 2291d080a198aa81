import type { Db } from '../db/database.ts'
import { endOf, feedProgram, startProgram } from '../programs/run-program.ts'
import { textLines } from '../programs/text-lines.ts'
import { listKnownDataFiles, listKnownDvcFiles } from './data-file-queries.ts'
import type { KnownLine, ScanLine } from './scan-lines.ts'

const scanProgram = new URL('./scan-program.ts', import.meta.url)
const limits = { memoryMb: 1024, seconds: 6 * 3600 }
const linesAtOnce = 200

/** Thrown if a whole scan fails. The message is a sentence for a person; a `cause` is for the log. */
export class ScanFailed extends Error {}

/** Yields what differs in a repository from what is known of it. Ends early, with an error, if `signal` aborts. */
export type ScanFiles = (known: AsyncIterable<KnownLine>, signal: AbortSignal) => AsyncIterable<ScanLine>

type Reading = {
  folder: string
  signal: AbortSignal
  onProgress: (dvcFiles: number) => void
  scanFiles: ScanFiles
}

/**
 * Reads what has changed in the repository since earlier scans, and saves it some lines at a time. Throws `ScanFailed`.
 */
export async function readChanges(
  db: Db,
  { folder, signal, onProgress, scanFiles }: Reading,
  save: (lines: ScanLine[]) => Promise<void>,
): Promise<void> {
  let lines: ScanLine[] = []
  for await (const line of scanFiles(knownLines(db, folder), signal)) {
    if (line.is === 'unreadable') throw new ScanFailed(line.message)
    if (line.is === 'progress') onProgress(line.dvcFiles)
    else lines.push(line)
    if (lines.length < linesAtOnce) continue
    await save(lines)
    lines = []
  }
  await save(lines)
}

const breakOffs = {
  killed: 'The scan broke off: reading the repository took more memory or time than allowed.',
  failed:
    'The scan broke off: the program that reads the repository has failed. The log of the server has the reason.',
}

/**
 * Scans in a separate process, so that no file can harm the server or keep it waiting. Throws `ScanFailed` if the
 * process breaks off.
 */
export async function* scanInProcess(
  known: AsyncIterable<KnownLine>,
  signal: AbortSignal,
  script = scanProgram,
): AsyncGenerator<ScanLine> {
  const program = await startProgram(script, limits)
  const stop = () => program.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const ended = endOf(program)
  const fed = feedProgram(program, asText(known))
  // With only a part of what is known, it would find too much.
  fed.catch(stop)
  try {
    for await (const text of textLines(program.stdout)) yield JSON.parse(text) as ScanLine
    await fed
    const end = await ended
    if (end === 'done') return
    throw new ScanFailed(breakOffs[end], { cause: new Error(program.lastErrors()) })
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

async function* asText(lines: AsyncIterable<KnownLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}

async function* knownLines(db: Db, repository: string): AsyncGenerator<KnownLine> {
  yield { repository }
  yield* listKnownDvcFiles(db)
  yield* listKnownDataFiles(db)
}
