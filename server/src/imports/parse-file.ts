import { buildTable } from './build-table.ts'
import { readCsv } from './read-csv.ts'
import { type ParsedFile, passwordProtected, type Table, UnreadableFile } from './table.ts'

/** A zip, also one without entries or in several files. The letters PK alone may begin a text. */
const zips = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x50, 0x4b, 0x07, 0x08],
]
/** Signature of old .xls workbooks and of password-protected .xlsx files. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0]
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

/** Returns the table of a file, or the sentence that says why it cannot be read. */
export function tableOrError(bytes: Uint8Array<ArrayBuffer>): Promise<ParsedFile> {
  return parseFile(bytes).then(
    (table) => ({ table }),
    (error: unknown) => {
      if (error instanceof UnreadableFile) return { error: error.message }
      throw error
    },
  )
}

/** Parses a file. Detects the format by content, not by name or content type. Throws UnreadableFile. */
export async function parseFile(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  if (zips.some((zip) => begins(bytes, zip))) {
    // Loaded on demand: most files are CSV, and each is parsed by a new process.
    const { readXlsx } = await import('./read-xlsx.ts')
    const { cells, converted, otherSheets, hiddenRows } = await readXlsx(bytes)
    return { ...buildTable('xlsx', cells, converted), otherSheets, hiddenRows }
  }
  if (begins(bytes, compoundFile)) {
    throw new UnreadableFile(
      Buffer.from(bytes).includes(encryptedPackage)
        ? passwordProtected
        : 'This is an old Excel workbook (.xls). Save it as .xlsx or as CSV.',
    )
  }
  const { cells, delimiter } = readCsv(bytes)
  return { ...buildTable('csv', cells), delimiter }
}

const begins = (bytes: Uint8Array, signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte)
