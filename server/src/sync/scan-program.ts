import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { textLines } from '../programs/text-lines.ts'
import type { KnownDvcFile, KnownLine } from './scan-lines.ts'
import { scanRepository } from './scan-repository.ts'

/**
 * Reads from stdin what is known of a repository, and writes to stdout what has changed in it: one JSON object a line.
 */
const known = new Map<string, KnownDvcFile>()
let repository = ''
for await (const text of textLines(process.stdin)) {
  const line = JSON.parse(text) as KnownLine
  if ('repository' in line) repository = line.repository
  else if ('file' in line) known.get(line.dvcPath)?.files.push(line.file)
  else known.set(line.path, { ...line, files: [] })
}

function* changes() {
  for (const line of scanRepository(repository, known)) yield `${JSON.stringify(line)}\n`
}
await pipeline(Readable.from(changes()), process.stdout)
