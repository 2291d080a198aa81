import { delimiters, guessDelimiter, takeDelimiterLine } from '@lims/contract/csv-delimiter.ts'
import type { RackFormat } from '@lims/contract/rack-scan.ts'
import { readTextFormula } from '@lims/contract/text-formula.ts'
import { CsvError, parse } from 'csv-parse/sync'
import {
  assertEntryCount,
  type Fault,
  isPosition,
  type RackFile,
  rackFileError,
  readTube,
  type ScannedCell,
  type ScannedPlace,
} from './rack-file.ts'

/** `all` has blank fields at its end too. */
type Line = { line: number; fields: string[]; all: string[] }
/** The places of the smallest rack: a line of as many is a list, also if only the first one or two have a tube. */
const minPlaces = 24
/** The index of each column, -1 if there is none: `position`, or `row` and `column`, say where a tube is. */
type Columns = {
  format: RackFormat
  position: number
  row: number
  column: number
  code: number
  status: number
  rack: number
}
/** Lines in which readers name the rack, the time or the number of tubes, above the tubes. */
const maxTitleLines = 10
/** In characters: a longer line is a list of the whole rack. */
const maxHeaderLength = 2000

/**
 * Parses delimited lines: with a header, without one, or one line with a list of the whole rack. Passes over titles
 * above them. Throws `rack-file-invalid` for a file of another kind, or of more than 10,000 lines.
 */
export function readRackTable(text: string): RackFile {
  assertEntryCount(countLines(text), 'Line')
  const { delimiter, text: rows } = takeDelimiterLine(text)
  // The blank line in its place keeps the numbers of the others.
  const all = delimiter === undefined ? linesOf(text, delimiterOf(text)) : linesOf(`\n${rows}`, delimiter)
  const headed = belowHeader(all)
  if (headed) {
    const { columns, lines } = headed
    return { format: columns.format, word: 'Line', cells: readColumns(lines, columns) }
  }
  const lines = withoutTitles(all)
  const [first, ...rest] = lines
  if (first && rest.length === 0 && (first.fields.length > 2 || first.all.length >= minPlaces)) {
    return { format: 'visionmate-list', word: 'Line', cells: readList(first) }
  }
  const cells = beginsWithRack(lines) ? readColumns(lines, behindRack) : readPairs(lines)
  return { format: 'position-list', word: 'Line', cells }
}

/** Returns the columns that a header names, and the lines below it; undefined for a file without a header. */
function belowHeader(lines: readonly Line[]): { columns: Columns; lines: Line[] } | undefined {
  for (const [index, { fields, all }] of lines.slice(0, maxTitleLines + 1).entries()) {
    const columns = columnsOf(fields)
    if (columns) return { columns, lines: lines.slice(index + 1) }
    if (all.length > 1 && isPosition(fields[0] ?? '')) return undefined
  }
  return undefined
}

/** Of a file without a header: a title has no delimiter. */
function withoutTitles(lines: readonly Line[]): Line[] {
  const begin = lines.findIndex(({ all: [field = '', ...others] }) => others.length > 0 || isPosition(field))
  return lines.slice(begin > maxTitleLines ? 0 : Math.max(begin, 0))
}

const behindRack: Columns = {
  format: 'position-list',
  rack: 0,
  position: 1,
  code: 2,
  row: -1,
  column: -1,
  status: -1,
}

/** Whether each line has the code of the rack before the position and the tube. */
const beginsWithRack = (lines: readonly Line[]) =>
  new Set(lines.map(({ all }) => all[0])).size === 1 &&
  lines.every(({ all, fields }) => all.length >= 3 && fields.length <= 3 && isPosition(all[1] ?? ''))

/**
 * Returns the delimiter at which a header is divided, or else that of the first line with one which fits the others.
 * Throws `rack-file-invalid` if there is none.
 */
function delimiterOf(text: string): string {
  const rows = text.split(/\r\n|\n|\r/).filter((row) => row.trim() !== '')
  const ofHeader = delimiters.find((one) =>
    rows.slice(0, maxTitleLines + 1).some((row) => columnsOf(row.slice(0, maxHeaderLength).split(one))),
  )
  const begin = rows.findIndex((row) => delimiters.some((one) => row.includes(one)))
  const delimiter = ofHeader ?? guessDelimiter(rows.slice(begin).join('\n'))
  if (delimiter) return delimiter
  const fault = 'expected a comma, semicolon, tab or | between position and tube.'
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
function columnsOf(fields: readonly string[]): Columns | undefined {
  const captions = fields.map((field) => field.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const names = captions.map((caption) => caption.replace(/\d/g, ''))
  const find = (...wanted: string[]) => names.findIndex((name) => wanted.includes(name))
  const cell = find('locationcell')
  const row = find('locationrow', 'row', 'boxrow')
  const column = find('locationcolumn', 'column', 'col', 'boxcolumn')
  const usualPosition = cell >= 0 ? cell : find('position', 'tubeposition', 'location', 'well', 'cell')
  // Beside rows and columns these may be the place of the rack in the reader, or a plain number.
  const position = usualPosition < 0 && (row < 0 || column < 0) ? find('pos', 'slot') : usualPosition
  const usual = find('tubecode', 'tubeid', 'tube', 'barcode', 'tubebarcode', 'code')
  const code = usual >= 0 ? usual : captions.indexOf('2dbarcode')
  if ((position < 0 && (row < 0 || column < 0)) || code < 0) return undefined
  const isVisionMate = cell >= 0 || names[row] === 'locationrow'
  const isMicronic = names[code] === 'tubeid'
  const format = isVisionMate ? 'visionmate-table' : isMicronic ? 'micronic-csv' : 'position-list'
  const usualStatus = find('status', 'decodestatus')
  const status = usualStatus >= 0 ? usualStatus : find('tubestatus', 'scanstatus', 'readstatus')
  return { format, position, row, column, code, status, rack: find(...rackNames) }
}

const rackNames = [
  ...[
    'rackid',
    'rack',
    'rackbarcode',
    'rackcode',
    'rackname',
    'plateid',
    'plate',
    'platebarcode',
    'platename',
  ],
  ...['trayid', 'tray', 'traybarcode', 'boxid', 'box', 'boxbarcode', 'boxname'],
]

/** Throws `rack-file-invalid` for a file with the tubes of several racks, which would all go into one box. */
function assertOneRack(lines: readonly Line[], rack: number) {
  const [first, ...rest] = lines.filter(({ fields }) => (fields[rack] ?? '') !== '')
  const other = rest.find(({ fields }) => fields[rack] !== first?.fields[rack])
  if (!first || !other) return
  const text = `rack ${other.fields[rack]} begins after rack ${first.fields[rack]}. Save each rack to a file of its own.`
  throw rackFileError([{ line: other.line, text }], 'Line')
}

function readColumns(lines: readonly Line[], columns: Columns): ScannedCell[] {
  const { code, status, rack } = columns
  if (rack >= 0) assertOneRack(lines, rack)
  return lines.map(({ line, fields }) => ({
    line,
    place: placeIn(fields, columns),
    reading: readTube(fields[code] ?? '', fields[status] ?? ''),
  }))
}

const numberFrom1 = /^0{0,5}[1-9]\d{0,4}$/

function placeIn(fields: readonly string[], { position, row, column }: Columns): ScannedPlace {
  if (position >= 0) return { label: fields[position] ?? '' }
  const parts = [fields[row] ?? '', fields[column] ?? '']
  return parts.every((part) => numberFrom1.test(part))
    ? { row: Number(parts[0]), column: Number(parts[1]) }
    : { label: parts.join('') }
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
