import type { Db } from '../db/database.ts'
import { feedProgram, hasEndedWell, startProgram } from '../programs/run-program.ts'
import { textLines } from '../programs/text-lines.ts'
import { listKnownDataFiles, listKnownDvcFiles } from './data-file-queries.ts'
import type { KnownLine, ScanLine } from './scan-lines.ts'

const script = new URL('./scan-program.ts', import.meta.url)
const limits = { memoryMb: 1024, seconds: 6 * 3600 }
const linesAtOnce = 200

/** Thrown if a whole scan fails. The message is a sentence for a person. */
export class ScanFailed extends Error {}

/**
 * Reads what has changed in the repository since earlier scans, and saves it some lines at a time. A separate process
 * reads the files, so that none can harm the server or keep it waiting. Throws `ScanFailed`.
 */
export async function readChanges(
  db: Db,
  {
    folder,
    signal,
    onProgress,
  }: { folder: string; signal: AbortSignal; onProgress: (dvcFiles: number) => void },
  save: (lines: ScanLine[]) => Promise<void>,
): Promise<void> {
  const program = await startProgram(script, limits)
  const stop = () => program.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  const ended = hasEndedWell(program)

  async function take() {
    let lines: ScanLine[] = []
    for await (const text of textLines(program.stdout)) {
      const line = JSON.parse(text) as ScanLine
      if (line.is === 'unreadable') throw new ScanFailed(line.message)
      if (line.is === 'progress') onProgress(line.dvcFiles)
      else lines.push(line)
      if (lines.length < linesAtOnce) continue
      await save(lines)
      lines = []
    }
    if (!(await ended)) {
      throw new ScanFailed(
        'The scan broke off: reading the repository took more memory or time than allowed.',
      )
    }
    await save(lines)
  }
  try {
    await Promise.all([take(), feedProgram(program, knownLines(db, folder))])
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

async function* knownLines(db: Db, repository: string): AsyncGenerator<string> {
  const text = (line: KnownLine) => `${JSON.stringify(line)}\n`
  yield text({ repository })
  for await (const file of listKnownDvcFiles(db)) yield text(file)
  for await (const file of listKnownDataFiles(db)) yield text(file)
}
