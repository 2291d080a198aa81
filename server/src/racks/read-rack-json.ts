import { z } from 'zod'
import { assertEntryCount, type RackFile, rackFileError, readTube, type ScannedCell } from './rack-file.ts'

/** Rejects codes written as numbers, which may have lost leading zeros. */
const code = z
  .string({ error: 'the tube code must be a string in quotes, because a number loses leading zeros.' })
  .nullish()
  .transform((input) => input ?? '')
const word = z.string().nullish()
const count = z.coerce.number({ error: 'row and column must be numbers from 1.' }).int().min(1).max(10_000)

const ZiathScan = z.object({
  tubeBarcode: z.array(z.object({ barcode: code, decodeStatus: word, row: count, column: count })).min(1),
})
const MicronicScan = z.object({
  Position: z.array(z.string()).min(1),
  TubeID: z.array(code),
  Status: z.array(word).nullish(),
})

/** Parses the JSON of a Ziath or Micronic reader. Throws `rack-file-invalid`. */
export function readRackJson(text: string): RackFile {
  const scan = parseJson(text)
  // Before its shape, as zod would collect an issue for each of 250,000 entries.
  for (const list of Object.values(scan ?? {})) {
    if (Array.isArray(list)) assertEntryCount(list.length, 'Entry')
  }
  const isZiath = typeof scan === 'object' && scan !== null && 'tubeBarcode' in scan
  return isZiath ? readZiath(parseShape(ZiathScan, scan)) : readMicronic(parseShape(MicronicScan, scan))
}

function readZiath({ tubeBarcode }: z.infer<typeof ZiathScan>): RackFile {
  const cells = tubeBarcode.map(({ barcode, decodeStatus, row, column }, index) => ({
    line: index + 1,
    place: { row, column },
    reading: readTube(barcode, decodeStatus ?? ''),
  }))
  return { format: 'ziath-json', word: 'Entry', cells }
}

function readMicronic({ Position, TubeID, Status }: z.infer<typeof MicronicScan>): RackFile {
  const minLength = Math.min(Position.length, TubeID.length, Status?.length ?? Position.length)
  const maxLength = Math.max(Position.length, TubeID.length, Status?.length ?? 0)
  if (minLength < maxLength) {
    const text = 'Position, TubeID and Status are lists of different lengths.'
    throw rackFileError([{ line: minLength + 1, text }], 'Entry')
  }
  const cells = Position.map(
    (label, index): ScannedCell => ({
      line: index + 1,
      place: { label },
      reading: readTube(TubeID[index] ?? '', Status?.[index] ?? ''),
    }),
  )
  return { format: 'micronic-json', word: 'Entry', cells }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.trimEnd())
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw rackFileError([{ line: lineOf(error.message, text), text: 'this is not JSON.' }], 'Line')
  }
}

/** Node's message is '… at position 12 (line 2 column 3)', or that the input ended. */
function lineOf(message: string, text: string): number {
  const [, line] = /\(line (\d+)/.exec(message) ?? []
  return line ? Number(line) : text.trimEnd().split('\n').length
}

function parseShape<T extends z.ZodType>(shape: T, scan: unknown): z.infer<T> {
  const parsed = shape.safeParse(scan)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const entry = issue?.path.find((part) => typeof part === 'number')
  if (entry !== undefined) {
    throw rackFileError([{ line: entry + 1, text: issue?.message ?? '' }], 'Entry')
  }
  const text = 'this JSON is not a rack scan: expected tubeBarcode, or Position and TubeID.'
  throw rackFileError([{ line: 1, text }], 'Line')
}
