import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '../errors/domain-error.ts'
import { hasEndedWell, startProgram } from '../programs/run-program.ts'
import { takeTurns } from '../programs/take-turns.ts'
import type { Table } from './table.ts'

const script = new URL('./parse-file-program.ts', import.meta.url)
const limits = { memoryMb: 512, seconds: 60 }
const inTurn = takeTurns(2)

/** The table that a file holds, read by a program of its own so that no file can harm the server. */
export async function readTable(file: Uint8Array): Promise<Table> {
  const { table, refusal } = await inTurn(() => parsed(file))
  if (!table) throw new DomainError('file-unreadable', refusal ?? 'This file cannot be read.')
  return table
}

async function parsed(file: Uint8Array): Promise<{ table?: Table; refusal?: string }> {
  const program = await startProgram(script, limits)
  const ended = hasEndedWell(program)
  const [said] = await Promise.all([text(program.stdout), feed(file, program.stdin)])
  if (await ended) return JSON.parse(said)
  return { refusal: 'This file takes more memory or time to read than any file of samples should.' }
}

/** A program that gave up early closes its ear; its end tells why. */
const feed = (file: Uint8Array, stdin: NodeJS.WritableStream) =>
  pipeline(Readable.from([file]), stdin).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
