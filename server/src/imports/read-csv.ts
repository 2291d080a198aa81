import { CsvError, parse } from 'csv-parse/sync'
import { UnreadableFile } from './table.ts'

const delimiters = [',', ';', '\t']

/** The cells of a CSV, whatever its delimiter and line ends, mixed ones too. */
export function readCsv(bytes: Uint8Array): string[][] {
  const text = decoded(bytes)
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // 5" is no quotation.
      relax_quotes: true,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A quotation mark in this file is opened and never closed.'
        : `This file is no valid CSV: ${error.message}`,
    )
  }
}

/** No text holds these, in whatever alphabet. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controlCharacters = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/
const inLatin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/** The one that stands most often in the first line that is not empty, outside quotation marks. */
function delimiterOf(text: string): string {
  const [firstLine = ''] = /^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text.replace(/^[\r\n]+/, '')) ?? []
  const unquoted = firstLine.replace(/"(?:[^"]|"")*"/g, '')
  const times = delimiters.map((delimiter) => unquoted.split(delimiter).length)
  return delimiters[times.indexOf(Math.max(...times))] ?? ','
}

function decoded(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  const text = decodedAs(encoding, bytes)
  if (text?.includes('\u0000') || (text === undefined && controlCharacters.test(inLatin1(bytes)))) {
    throw new UnreadableFile(
      'This file is neither a CSV nor an Excel workbook (.xlsx). If it should be a workbook, it is damaged: save it anew in Excel.',
    )
  }
  if (text === undefined) {
    throw new UnreadableFile(
      "This file is not in UTF-8. In Excel, save it as 'CSV UTF-8' or as an Excel workbook (.xlsx).",
    )
  }
  return text
}

function decodedAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
