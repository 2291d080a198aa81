import { delimiters, guessDelimiter, takeDelimiterLine } from '@lims/contract/csv-delimiter.ts'
import { textEncoding } from '@lims/contract/text-encoding.ts'
import { readTextFormula } from '@lims/contract/text-formula.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { UnreadableFile } from './table.ts'
import { countKnown, maxTitleRows } from './without-titles.ts'

/**
 * Parses a CSV file with any delimiter and any line ends, also mixed. A first line `sep=;` is not a row, as in Excel.
 * Throws UnreadableFile.
 */
export function readCsv(bytes: Uint8Array): { cells: string[][]; delimiter: string } {
  const { delimiter: named, text } = takeDelimiterLine(decode(bytes))
  const delimiter = named ?? delimiterOf(text)
  try {
    return { cells: parseCells(text, delimiter).map((row) => row.map(readTextFormula)), delimiter }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? notClosed(Number(error.records))
        : `This file is not a valid CSV: ${error.message}`,
    )
  }
}

function parseCells(text: string, delimiter: string): string[][] {
  const options = { delimiter, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true }
  try {
    return withoutMergedRows(parse(text, options), delimiter)
  } catch (error) {
    if (!(error instanceof CsvError) || !misplacedQuotes.includes(error.code)) throw error
  }
  // Accepts unescaped quotes such as in 5", and keeps them.
  const records = parse(text, { ...options, relax_quotes: true, raw: true }) as unknown as RawRecord[]
  const open = records.findIndex(hasOpenQuotation)
  if (open >= 0) throw new UnreadableFile(notClosed(open))
  return withoutMergedRows(
    records.map(({ record }) => record),
    delimiter,
  )
}

const notClosed = (rowsAbove: number) =>
  `A quotation mark in row ${rowsAbove + 1} of this file is not closed.`

type RawRecord = { record: string[]; raw: string }

const misplacedQuotes = ['CSV_INVALID_CLOSING_QUOTE', 'INVALID_OPENING_QUOTE']
const lineBreak = /\r\n|[\r\n]/

/**
 * Whether a cell begins with a quotation mark that was kept, and continues in the rows below. The text of a closed cell
 * is in `raw` between quotation marks, with its own marks doubled.
 */
function hasOpenQuotation({ record, raw }: RawRecord): boolean {
  let from = 0
  return record.some((cell) => {
    if (!lineBreak.test(cell)) return false
    const closed = `"${cell.replaceAll('"', '""')}"`
    const at = raw.indexOf(closed, from)
    from = at + closed.length
    return at < 0
  })
}

/**
 * Returns the rows. Throws UnreadableFile if the lines of a cell are as wide as the row above: a quotation mark that
 * begins a cell, and one that ends a cell further down, such as 5", make one cell of all rows between them.
 */
function withoutMergedRows(rows: string[][], delimiter: string): string[][] {
  let width = 0
  for (const [index, row] of rows.entries()) {
    if (row.some((cell, column) => isOfRows(cell, column, row.length, { width, delimiter }))) {
      throw new UnreadableFile(
        `A cell in row ${index + 1} of this file contains whole rows, as behind a quotation mark that is not closed. If it is a text of several lines, please write it in one.`,
      )
    }
    if (row.length > 1) width = row.length
  }
  return rows
}

function isOfRows(
  cell: string,
  column: number,
  numCells: number,
  { width, delimiter }: { width: number; delimiter: string },
): boolean {
  if (!lineBreak.test(cell)) return false
  // Of two columns, each line of a text may have the one delimiter, as in 'thawed\nmoved, and back'.
  const isCut = (part: string, index: number) => index === 0 || width > 2 || !part.startsWith(' ')
  const widths = cell.split(lineBreak).map((line) => line.split(delimiter).filter(isCut).length)
  const numAfter = numCells - column - 1
  return widths.every((ownWidth, index) => {
    const before = index === 0 ? column : 0
    const after = index === widths.length - 1 ? numAfter : 0
    return before + ownWidth + after === width
  })
}

const maxHeaderLength = 10_000

/** Returns the delimiter of the row that names the columns, which a title without it, or with another, may precede. */
function delimiterOf(text: string): string {
  const rows = text
    .slice(0, maxTitleRows * maxHeaderLength)
    .split(/\r\n|\r|\n/)
    .filter((row) => row.trim() !== '')
    .slice(0, maxTitleRows)
    .filter(({ length }) => length <= maxHeaderLength)
  const numKnown = (delimiter: string) => Math.max(0, ...rows.map((row) => countKnown(row.split(delimiter))))
  const guessed = guessDelimiter(text) ?? ','
  const better = delimiters.find((delimiter) => numKnown(delimiter) > Math.max(1, numKnown(guessed)))
  return better ?? guessed
}

/** Never occur in text of any encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const controlCharacters = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/
/** How HTML, XML and a page saved as one file (MHTML) begin. */
const webPage = /^\s*(?:(<\?xml)|<!doctype|<!--|<(?:html|head|meta|style|body|div|table)\b|MIME-Version:)/i
const inLatin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

function decode(bytes: Uint8Array): string {
  const text = tryDecode(textEncoding(bytes), bytes)
  const page = webPage.exec(text ?? inLatin1(bytes.subarray(0, 1000)))
  if (page) {
    throw new UnreadableFile(
      `This file is not a workbook but ${page[1] ? 'XML' : 'a web page (HTML)'}, which some programs export under the name of Excel. Open it in Excel and save it as an Excel workbook (.xlsx).`,
    )
  }
  if (text?.includes('\u0000') || (text === undefined && controlCharacters.test(inLatin1(bytes)))) {
    throw new UnreadableFile(
      'This file is neither a CSV nor an Excel workbook (.xlsx). If it should be a workbook, it is damaged: save it again in Excel.',
    )
  }
  if (text === undefined) {
    throw new UnreadableFile(
      "This file is not in UTF-8. In Excel, save it as 'CSV UTF-8' or as an Excel workbook (.xlsx).",
    )
  }
  return text
}

function tryDecode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
