import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '../errors/domain-error.ts'
import { limitConcurrency } from '../programs/limit-concurrency.ts'
import { hasEndedWell, startProgram } from '../programs/run-program.ts'
import type { Table } from './table.ts'

const script = new URL('./parse-file-program.ts', import.meta.url)
const limits = { memoryMb: 512, seconds: 60 }
const inTurn = limitConcurrency({ maxRunning: 2, maxWaiting: 20, maxWaitMs: 30_000 })

/**
 * Returns the table that a file holds, read by a program of its own so that no file can harm the server. An abandoned
 * request (`signal`) gives up its turn, and its program is ended.
 */
export async function readTable(file: Uint8Array, signal: AbortSignal): Promise<Table> {
  const { table, refusal } = await inTurn(() => parsed(file, signal), signal)
  if (!table) throw new DomainError('file-unreadable', refusal ?? 'This file cannot be read.')
  return table
}

async function parsed(file: Uint8Array, signal: AbortSignal): Promise<{ table?: Table; refusal?: string }> {
  const program = await startProgram(script, limits)
  const stop = () => program.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const ended = hasEndedWell(program)
  const [said] = await Promise.all([text(program.stdout), feed(file, program.stdin)])
  const isWell = await ended
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (isWell) return JSON.parse(said)
  return { refusal: 'This file takes more memory or time to read than any file of samples should.' }
}

/** A program that gave up early closes its ear; its end tells why. */
const feed = (file: Uint8Array, stdin: NodeJS.WritableStream) =>
  pipeline(Readable.from([file]), stdin).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
