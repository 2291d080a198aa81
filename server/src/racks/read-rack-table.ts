import { guessDelimiter, takeDelimiterLine } from '@lims/contract/csv-delimiter.ts'
import type { RackFormat } from '@lims/contract/rack-scan.ts'
import { readTextFormula } from '@lims/contract/text-formula.ts'
import { CsvError, parse } from 'csv-parse/sync'
import {
  assertEntryCount,
  type Fault,
  type RackFile,
  rackFileError,
  readTube,
  type ScannedCell,
} from './rack-file.ts'

/** `all` has blank fields at its end too. */
type Line = { line: number; fields: string[]; all: string[] }
/** The places of the smallest rack: a line of as many is a list, also if only the first one or two have a tube. */
const minPlaces = 24
type Columns = { format: RackFormat; position: number; code: number; status: number; rack: number }

/**
 * Parses delimited lines: with a header, without one, or one line with a list of the whole rack. Throws
 * `rack-file-invalid` for a file of another kind, or of more than 10,000 lines.
 */
export function readRackTable(text: string): RackFile {
  assertEntryCount(countLines(text), 'Line')
  const { delimiter, text: rows } = takeDelimiterLine(text)
  // The blank line in its place keeps the numbers of the others.
  const lines = delimiter === undefined ? linesOf(text, delimiterOf(text)) : linesOf(`\n${rows}`, delimiter)
  const [first, ...rest] = lines
  const columns = columnsOf(first?.fields ?? [])
  if (columns) return { format: columns.format, word: 'Line', cells: readColumns(rest, columns) }
  if (first && rest.length === 0 && (first.fields.length > 2 || first.all.length >= minPlaces)) {
    return { format: 'visionmate-list', word: 'Line', cells: readList(first) }
  }
  return { format: 'position-list', word: 'Line', cells: readPairs(lines) }
}

/**
 * Returns the tab, semicolon or comma of the first line that fits the others. Throws `rack-file-invalid` if it has
 * none.
 */
function delimiterOf(text: string): string {
  const delimiter = guessDelimiter(text.trimStart())
  if (delimiter) return delimiter
  const fault = 'expected a comma, semicolon or tab between position and tube.'
  throw rackFileError([{ line: 1, text: fault }], 'Line')
}

function countLines(text: string): number {
  let numLines = 0
  for (const _ of text.matchAll(/[^\s][^\r\n]*/g)) numLines += 1
  return numLines
}

function linesOf(text: string, delimiter: string): Line[] {
  const records = parseFields(text, delimiter)
  return records
    .map(({ record, info }) => ({ line: info.lines, all: record.map(readTextFormula) }))
    .map((line) => ({ ...line, fields: withoutBlankEnd(line.all) }))
    .filter(({ fields }) => fields.length > 0)
}

function parseFields(text: string, delimiter: string) {
  let bytesAbove = 0
  try {
    return parse(text, {
      delimiter,
      on_record: (record, { bytes }) => {
        bytesAbove = bytes
        return record
      },
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // Its own count of lines has two for a line break of Windows in a cell.
    const above = Buffer.from(text).subarray(0, bytesAbove).toString()
    const [blank = ''] = /^\s*/.exec(text.slice(above.length)) ?? []
    const line = `${above}${blank}`.split(/\r\n|\n|\r/).length
    throw rackFileError([{ line, text: 'a quotation mark is not closed.' }], 'Line')
  }
}

function withoutBlankEnd(fields: string[]): string[] {
  const last = fields.findLastIndex((field) => field !== '')
  return fields.slice(0, last + 1)
}

/** Returns the columns named by a header line; undefined if the line is not a header. */
function columnsOf(fields: string[]): Columns | undefined {
  const names = fields.map((field) => field.toLowerCase().replace(/[^a-z]/g, ''))
  const find = (...wanted: string[]) => names.findIndex((name) => wanted.includes(name))
  const cell = find('locationcell')
  const position = cell >= 0 ? cell : find('position', 'tubeposition', 'location', 'well', 'cell')
  const code = find('tubecode', 'tubeid', 'tube', 'barcode', 'tubebarcode', 'code')
  if (position < 0 || code < 0) return undefined
  const isMicronic = names[code] === 'tubeid'
  const format = cell >= 0 ? 'visionmate-table' : isMicronic ? 'micronic-csv' : 'position-list'
  const usual = find('status', 'decodestatus')
  const status = usual >= 0 ? usual : find('tubestatus', 'scanstatus', 'readstatus')
  return { format, position, code, status, rack: find(...rackNames) }
}

const rackNames = [
  ...['rackid', 'rack', 'rackbarcode', 'rackcode', 'rackname', 'plateid', 'platebarcode'],
  ...['trayid', 'traybarcode', 'boxid', 'boxbarcode'],
]

/** Throws `rack-file-invalid` for a file with the tubes of several racks, which would all go into one box. */
function assertOneRack(lines: readonly Line[], rack: number) {
  const [first, ...rest] = lines.filter(({ fields }) => (fields[rack] ?? '') !== '')
  const other = rest.find(({ fields }) => fields[rack] !== first?.fields[rack])
  if (!first || !other) return
  const text = `rack ${other.fields[rack]} begins after rack ${first.fields[rack]}. Save each rack to a file of its own.`
  throw rackFileError([{ line: other.line, text }], 'Line')
}

function readColumns(lines: readonly Line[], { position, code, status, rack }: Columns): ScannedCell[] {
  if (rack >= 0) assertOneRack(lines, rack)
  return lines.map(({ line, fields }) => ({
    line,
    place: { label: fields[position] ?? '' },
    reading: readTube(fields[code] ?? '', fields[status] ?? ''),
  }))
}

function readPairs(lines: readonly Line[]): ScannedCell[] {
  const faults: Fault[] = lines.flatMap(({ line, fields }) =>
    fields.length > 2
      ? [{ line, text: `expected a position and a tube, not ${fields.length} columns.` }]
      : [],
  )
  if (faults.length > 0) throw rackFileError(faults, 'Line')
  return lines.map(({ line, fields: [label = '', code = ''] }) => ({
    line,
    place: { label },
    reading: readTube(code),
  }))
}

/** Ignores the acknowledgement of the reader, OK or OKD, before the first tube. */
function readList({ line, all }: Line): ScannedCell[] {
  return all.map((field, index) => ({
    line,
    place: { index, count: all.length },
    reading: readTube(index === 0 ? field.replace(/^OKD?(?=.)/, '') : field),
  }))
}
