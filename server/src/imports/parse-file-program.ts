import { buffer } from 'node:stream/consumers'
import { parseFile } from './parse-file.ts'
import { UnreadableFile } from './table.ts'

/** Reads a file from stdin and writes its table, or an error message, as JSON. */
const bytes = new Uint8Array(await buffer(process.stdin))
const result = await parseFile(bytes).then(
  (table) => ({ table }),
  (error: unknown) => {
    if (error instanceof UnreadableFile) return { error: error.message }
    throw error
  },
)
process.stdout.write(JSON.stringify(result))
