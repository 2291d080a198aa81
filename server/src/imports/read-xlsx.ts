import readExcelFile, { type CellValue } from 'read-excel-file/universal'
import { putErrors } from './error-cells.ts'
import { UnreadableFile } from './table.ts'
import { type Entry, isAsLongAsSaid, listEntries } from './zip-entries.ts'

/** A workbook of 20,000 rows unpacks to some 30 MB. */
const maxUnpackedBytes = 100 * 1024 * 1024

/** The cells of the first sheet as text. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = unpackableEntries(zip)
  const [first] = await readSheets(bytes)
  const cells = (first?.data ?? []).map((row) => row.map(asText))
  putErrors(zip, entries, cells)
  return cells
}

function unpackableEntries(zip: Buffer): Entry[] {
  const entries = listEntries(zip)
  if (entries.some(({ isEncrypted }) => isEncrypted)) {
    throw new UnreadableFile('This workbook is protected by a password. Save it without one.')
  }
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) {
    throw new UnreadableFile('This file is a zip archive, not an Excel workbook (.xlsx).')
  }
  // Only these are ever unpacked.
  const read = entries.filter(({ name }) => /\.xml(\.rels)?$/.test(name))
  const unpacked = read.reduce((sum, entry) => sum + entry.unpacked, 0)
  if (unpacked > maxUnpackedBytes) {
    throw new UnreadableFile(
      'This workbook unpacks to more than 100 MB. Keep only the sheet with the samples.',
    )
  }
  if (!read.every((entry) => isAsLongAsSaid(zip, entry))) {
    throw new UnreadableFile('This Excel workbook is damaged: it does not hold what it says.')
  }
  return entries
}

async function readSheets(bytes: Uint8Array<ArrayBuffer>) {
  try {
    return await readExcelFile(new Uint8Array(bytes).buffer, { trim: false })
  } catch (cause) {
    // The library throws half a dozen kinds of errors; all of them are about what it was given.
    throw new UnreadableFile('This Excel workbook is damaged: its sheets cannot be read.', { cause })
  }
}

function asText(cell: CellValue | null): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (!(cell instanceof Date)) return String(cell)
  if (Number.isNaN(cell.getTime())) return 'Invalid Date'
  const instant = toTheSecond(cell).toISOString()
  return instant.endsWith('T00:00:00.000Z') ? instant.slice(0, 10) : instant.replace('.000Z', 'Z')
}

/** Excel keeps a time as a fraction of a day, in which 9:30 is 9:29:59.999. */
const toTheSecond = (time: Date) => new Date(Math.round(time.getTime() / 1000) * 1000)
