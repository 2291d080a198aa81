import { buildTable } from './build-table.ts'
import { readCsv } from './read-csv.ts'
import { type Table, UnreadableFile } from './table.ts'

const zip = [0x50, 0x4b]
/** Old .xls workbooks, and new ones behind a password. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0]
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

/** Takes a file for what its content says it is; names and content types lie. */
export async function parseFile(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  if (begins(bytes, zip)) {
    // Loaded when needed: most files are CSV, and each is read by a fresh process.
    const { readXlsx } = await import('./read-xlsx.ts')
    return buildTable('xlsx', await readXlsx(bytes))
  }
  if (begins(bytes, compoundFile)) {
    throw new UnreadableFile(
      Buffer.from(bytes).includes(encryptedPackage)
        ? 'This workbook is protected by a password. Save it without one.'
        : 'This is an old Excel workbook (.xls). Save it as .xlsx or as CSV.',
    )
  }
  return buildTable('csv', readCsv(bytes))
}

const begins = (bytes: Uint8Array, signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte)
