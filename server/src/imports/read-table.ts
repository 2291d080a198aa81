import { text } from 'node:stream/consumers'
import { DomainError } from '../errors/domain-error.ts'
import { limitConcurrency } from '../programs/limit-concurrency.ts'
import { feedProgram, hasEndedWell, startProgram } from '../programs/run-program.ts'
import type { ParsedFile, Table } from './table.ts'

/** Parses a file. Throws the reason if `signal` aborts. */
export type ParseTable = (file: Uint8Array, signal: AbortSignal) => Promise<ParsedFile>

const script = new URL('./parse-file-program.ts', import.meta.url)
const limits = { memoryMb: 512, seconds: 60 }
const runInTurn = limitConcurrency({ maxRunning: 2, maxWaiting: 20, maxWaitMs: 30_000 })

/**
 * Parses a file in its turn. If `signal` aborts, gives up its place in the queue, or stops. Throws `file-unreadable`.
 */
export async function readTable(file: Uint8Array, signal: AbortSignal, parse: ParseTable): Promise<Table> {
  const { table, error } = await runInTurn(() => parse(file, signal), signal)
  if (!table) throw new DomainError('file-unreadable', error ?? 'This file cannot be read.')
  return table
}

/**
 * Parses a file in a separate process with limited memory and time, so that no file can harm the server. If `signal`
 * aborts, kills the process.
 */
export async function parseInProcess(file: Uint8Array, signal: AbortSignal): Promise<ParsedFile> {
  const program = await startProgram(script, limits)
  const stop = () => program.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const ended = hasEndedWell(program)
  const [output] = await Promise.all([text(program.stdout), feedProgram(program, [file])])
  const isSuccess = await ended
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (isSuccess) return JSON.parse(output)
  return { error: 'This file needs too much memory or time to read.' }
}
