import { buffer } from 'node:stream/consumers'
import { parseFile } from './parse-file.ts'
import { UnreadableFile } from './table.ts'

/** Reads a file from stdin and writes its table as JSON, or the sentence that refuses it. */
const bytes = new Uint8Array(await buffer(process.stdin))
const result = await parseFile(bytes).then(
  (table) => ({ table }),
  (error: unknown) => {
    if (error instanceof UnreadableFile) return { refusal: error.message }
    throw error
  },
)
process.stdout.write(JSON.stringify(result))
