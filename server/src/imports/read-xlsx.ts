import { dayMs } from '@lims/contract/durations.ts'
import { asComposed } from '@lims/contract/text.ts'
import { type CellValue, readSheet } from 'read-excel-file/universal'
import { listExponents } from './cell-formats.ts'
import { insertErrorValues } from './error-cells.ts'
import { fillMergedCells } from './fill-merged-cells.ts'
import { attribute, listHiddenRows, parsePlace, readEntryText, readFirstSheet } from './first-sheet.ts'
import { listZipEntries, type ZipEntry } from './list-zip-entries.ts'
import { padNumbers } from './pad-numbers.ts'
import { isGroupedByPoint } from './parse-volume.ts'
import { type ConvertedCells, passwordProtected, UnreadableFile } from './table.ts'

/** A workbook with 20,000 rows unpacks to about 30 MB. */
const maxUnpackedBytes = 100 * 1024 * 1024

/** `converted`: the cells of each row of which Excel may have made a date or a number. */
type Workbook = {
  cells: string[][]
  converted: ConvertedCells[]
  otherSheets: number
  /** Their numbers, from 1. */
  hiddenRows: number[]
}

/** Reads the cells of the first sheet that a person sees as text, and counts the others. Throws UnreadableFile. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<Workbook> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = await unpackableEntries(zip)
  const { number, xml, others, date1904 } = await readFirstSheet(entries)
  if (xml) assertReadable(xml.toString('latin1'))
  const values = await readCells(bytes, number)
  // The parser does not know this form of '1', which LibreOffice writes.
  if (xml && date1904 === 'true') countFrom1904(xml, values)
  const zero = date1904 === '1' || date1904 === 'true' ? zeroOf1904 : zeroOf1900
  const cells = values.map((row) => row.map((cell) => asText(cell, zero)))
  let exponents: number[][] = []
  if (xml) {
    const styles = await readEntryText(entries, 'xl/styles.xml')
    insertErrorValues(xml, cells)
    padNumbers(xml, styles, cells)
    fillMergedCells(xml, cells)
    exponents = listExponents(xml, styles)
  }
  const converted = values.map((row, index) => ({
    dates: row.flatMap((cell, column) => (cell instanceof Date ? [column] : [])),
    exponents: (exponents[index] ?? []).filter((column) => typeof row[column] === 'number'),
    grouped: row.flatMap((cell, column) =>
      typeof cell === 'string' && isGroupedByPoint(asComposed(cell).trim()) ? [column] : [],
    ),
  }))
  return { cells, converted, otherSheets: others, hiddenRows: xml ? listHiddenRows(xml) : [] }
}

/** Returns the entries that the parser unpacks, after checking that each unpacks to its declared size. */
async function unpackableEntries(zip: Buffer): Promise<ZipEntry[]> {
  const entries = await listZipEntries(zip)
  if (entries.some(({ isEncrypted }) => isEncrypted)) {
    throw new UnreadableFile(passwordProtected)
  }
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) {
    throw new UnreadableFile('This file is a zip archive, not an Excel workbook (.xlsx).')
  }
  const read = entries.filter(({ name }) => /\.xml(\.rels)?$/.test(name))
  const unpacked = read.reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  if (unpacked > maxUnpackedBytes) {
    throw new UnreadableFile(
      'This workbook unpacks to more than 100 MB. Keep only the sheet with the samples.',
    )
  }
  // One at a time, so that only one is in memory.
  for (const entry of read) {
    const xml = await entry.read()
    // The parser leaves out texts in this form.
    if (entry.name.startsWith('xl/') && xml.includes('<![CDATA[')) {
      throw new UnreadableFile(
        'This workbook has texts in a form that cannot be read (CDATA). Open it in Excel and save it there.',
      )
    }
  }
  return read
}

const addresses = /<(c|row)\s(?:[^<>]*\s)?r=["']([^"'<>]*)/g

/** The address of a cell is optional (ECMA-376, 18.3.1.4): it then is beside the one before. */
const cellWithoutAddress = /<c(?=[\s/>])(?![^<>]*\sr\s*=)/

/**
 * Throws UnreadableFile for a sheet that the parser cannot read: it needs the address of each cell, and fills the cells
 * before it. Those before a cell in column ZZZZZZZZZ fill the memory.
 */
function assertReadable(sheet: string) {
  if (cellWithoutAddress.test(sheet)) {
    throw new UnreadableFile(
      'This workbook does not say in which cells its values are. Open it in Excel and save it there.',
    )
  }
  for (const [, tag, address] of sheet.matchAll(addresses)) {
    if (!parsePlace(tag === 'row' ? `A${address}` : `${address}`)) {
      throw new UnreadableFile(
        'This Excel workbook is damaged: it has a cell beyond the last column (XFD) or row of a sheet.',
      )
    }
  }
}

async function readCells(bytes: Uint8Array<ArrayBuffer>, sheet: number) {
  try {
    return await readSheet(new Uint8Array(bytes).buffer, sheet, { trim: false })
  } catch (cause) {
    // The library throws several kinds of errors, all of them about the input.
    throw new UnreadableFile('This Excel workbook is damaged: its sheets cannot be read.', { cause })
  }
}

/** Excel keeps 15 digits of a number and writes zeros for the others. */
const wholeNumberLimit = 1e15

/**
 * Workbooks count days from one of these: a time without a day, or a duration, lies on the first ones, where no sample
 * was taken.
 */
const zeroOf1900 = Date.UTC(1899, 11, 30)
const zeroOf1904 = Date.UTC(1904, 0, 1)
const maxDurationMs = 60 * dayMs

const writtenDate = /<c\s(?:[^<>]*\s)?t="d"[^<>]*>/g

/** Moves dates that were counted from 1900 to the same day counted from 1904. Those that are written out stay. */
function countFrom1904(sheet: Buffer, values: (CellValue | null)[][]) {
  const written = new Set<CellValue | null | undefined>()
  for (const [tag] of sheet.includes('t="d"') ? sheet.toString('utf8').matchAll(writtenDate) : []) {
    const place = parsePlace(attribute(tag, 'r') ?? '')
    if (place) written.add(values[place.row]?.[place.column])
  }
  for (const value of values.flat()) {
    if (value instanceof Date && !written.has(value)) value.setTime(value.getTime() + zeroOf1904 - zeroOf1900)
  }
}

/** `zero` is the time from which the workbook counts days. */
function asText(cell: CellValue | null, zero: number): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell === 'number' && Math.abs(cell) >= wholeNumberLimit) return cell.toExponential()
  // 0.1 + 0.2 is stored with 17 digits, of which Excel shows 15.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  if (!(cell instanceof Date)) return String(cell)
  if (Number.isNaN(cell.getTime())) return 'Invalid Date'
  const sinceZero = toTheSecond(cell).getTime() - zero
  if (sinceZero >= 0 && sinceZero < maxDurationMs) return asTimeOfDay(sinceZero / 1000)
  const instant = toTheSecond(cell).toISOString()
  return instant.endsWith('T00:00:00.000Z') ? instant.slice(0, 10) : instant.slice(0, 19)
}

/** Excel stores a time as a fraction of a day, so that 9:30 becomes 9:29:59.999. */
const toTheSecond = (time: Date) => new Date(Math.round(time.getTime() / 1000) * 1000)

/** Returns text such as '9:30', or '36:00:05' with seconds. */
function asTimeOfDay(seconds: number): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  const minutes = `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}`
  return seconds % 60 === 0 ? minutes : `${minutes}:${twoDigits(seconds % 60)}`
}
