import { buffer } from 'node:stream/consumers'
import { tableOrError } from './parse-file.ts'

/** Reads a file from stdin and writes its table, or an error message, as JSON. */
const bytes = new Uint8Array(await buffer(process.stdin))
process.stdout.write(JSON.stringify(await tableOrError(bytes)))
