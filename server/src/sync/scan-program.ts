import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { textLines } from '../programs/text-lines.ts'
import type { KnownLine } from './scan-lines.ts'
import { scanRepository } from './scan-repository.ts'

/**
 * Reads from stdin what is known of a repository, and writes to stdout what has changed in it: one JSON object a line.
 */
async function* knownLines() {
  for await (const text of textLines(process.stdin)) yield JSON.parse(text) as KnownLine
}

const lines = await scanRepository(knownLines())

function* changes() {
  for (const line of lines) yield `${JSON.stringify(line)}\n`
}
await pipeline(Readable.from(changes()), process.stdout)
