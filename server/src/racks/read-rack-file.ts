import { DomainError } from '../errors/domain-error.ts'
import { asShown, type RackFile, rackFileError } from './rack-file.ts'
import { readRackJson } from './read-rack-json.ts'
import { readRackTable } from './read-rack-table.ts'

/** Parses a rack-reader file of any supported format. Throws `rack-file-invalid`. */
export function readRackFile(content: string, fileName = ''): RackFile {
  if (content.includes('\u0000') || content.startsWith('PK\u0003\u0004')) {
    throw new DomainError(
      'rack-file-invalid',
      'This is not a text file. Please save the scan as CSV, TSV or JSON in the rack reader.',
      'content',
    )
  }
  const text = asShown(content)
  const start = text.trimStart().charAt(0)
  if (start === '') throw rackFileError([{ line: 1, text: 'the file is empty.' }], 'Line')
  if (start === '{' || start === '[') return readRackJson(text)
  if (/\.json$/i.test(fileName)) throw rackFileError([{ line: 1, text: 'this is not JSON.' }], 'Line')
  return readRackTable(text)
}
