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
        ? 'A quotation mark in this file is not closed.'
        : `This file is not a valid CSV: ${error.message}`,
    )
  }
}

function parseCells(text: string, delimiter: string): string[][] {
  const options = { delimiter, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true }
  try {
    return parse(text, options)
  } catch (error) {
    if (!(error instanceof CsvError) || !misplacedQuotes.includes(error.code)) throw error
  }
  // Accepts unescaped quotes such as in 5", and keeps them.
  const rows = parse(text, { ...options, relax_quotes: true })
  const open = rows.findIndex((row) => row.some(isOpenQuotation))
  if (open < 0) return rows
  throw new UnreadableFile(`A quotation mark in row ${open + 1} of this file is not closed.`)
}

const misplacedQuotes = ['CSV_INVALID_CLOSING_QUOTE', 'INVALID_OPENING_QUOTE']

/** Whether a cell begins with a quotation mark that was kept, and goes on in the rows below. */
const isOpenQuotation = (cell: string) => cell.startsWith('"') && /[\r\n]/.test(cell)

const maxHeaderLength = 10_000

/** Returns the delimiter of the row that names the columns, which a title without it, or with another, may precede. */
function delimiterOf(text: string): string {
  const rows = text
    .slice(0, maxTitleRows * maxHeaderLength)
    .split(/\r\n|\r|\n/)
    .filter((row) => row.trim() !== '')
    .slice(0, maxTitleRows)
    .filter(({ length }) => length <= maxHeaderLength)
  const numKnown = (delimiter: string) =>
    Math.max(0, ...rows.map((row) => countKnown(row.replaceAll('"', '').split(delimiter))))
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
