import { formatNumber } from '@lims/contract/format-count.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import type { RackFormat } from '@lims/contract/rack-scan.ts'
import { DomainError } from '../errors/domain-error.ts'
import { isExcelError } from '../excel-errors.ts'

/** Place of a tube in a file: a label, coordinates, or the index in a list of the whole rack. */
export type ScannedPlace =
  | { label: string }
  | { row: number; column: number }
  | { index: number; count: number }

export type ScannedCell = { line: number; place: ScannedPlace; reading: Reading }

/** A parsed rack-reader file of any format. `word` names its units in messages. */
export type RackFile = { format: RackFormat; word: LineKind; cells: ScannedCell[] }

/** Whether a text has the form of a position, such as 'A1', 'b04', 'C-D' or '2-4'. */
export const isPosition = (text: string): boolean =>
  /^([A-Z]{1,3}\d{1,6}|[A-Z]{1,3}-[A-Z]{1,3}|\d{1,6}-\d{1,6})$/i.test(text)

/** Result for one cell: a code, no tube, or a tube whose code could not be read. */
export type Reading = { code: string } | 'empty' | 'unreadable'

const emptyWords = /^(no[ _-]?(tube|container|vial)|empty)(?![\w-])/i
/** In a column of codes, where 'EMPTY VECTOR 3' is one. */
const emptyCode =
  /^(no[ _-]?(tube|container|vial|trakmate)|empty)(?![\w-])( +(in|the|this|well|cell|position|slot|place|tube|container|vial|detected|found|present|here))*\W*$/i
/**
 * In a column of statuses, which may be those of samples: not 'Transferred', 'QC_FAIL' or 'No error'. Any other 'no' or
 * 'not', as in 'Not present', is a failure, so that a tube that was only expected never comes back.
 */
const failureWords =
  /^bad\b|^(no|not)(?![a-z\d])(?![ _-]*(err|fail|unread|issue|problem|warn|flag|empty|in[ _-]use))|^(no|not)(read|code|barcode|decod|detect|found|match|recogni|ok)|(?<![a-z]|\bno[ _-]|\bqc[ _-])(err|fail|unread)|(read|decode|scan)(err|fail)/i
/** Also what databases and our exports write for no value. */
const noCode =
  /^(|[-?*]+|no[ _-]?(read|scan|code|barcode|decode)|not[ _-]?(read|decoded)|(read[ _-]?)?(error|fail(ed|ure)?)|unread(able)?|#?n\/?a|null|nil|none)$/i

/** Byte order mark and control characters, such as the STX and ETX of readers connected over TCP. */
const invisible = /(?![\t\r\n])[\p{Cc}\p{Cf}]/gu

/** Returns a text of a rack file without what shows nothing, and which the database can compare. */
export const asShown = (text: string): string => text.replace(invisible, '').toWellFormed()

/**
 * Parses one result, in which JSON may have escaped invisible characters. A blank means unreadable, not empty, so that
 * it never takes a tube out of the box.
 */
export function readTube(text: string, status = ''): Reading {
  const code = asShown(text).trim()
  const shownStatus = asShown(status).trim()
  if (emptyWords.test(shownStatus) || emptyCode.test(code)) return 'empty'
  if (failureWords.test(shownStatus) || noCode.test(code) || isExcelError(code.toUpperCase()))
    return 'unreadable'
  return { code }
}

/** A fault in a rack file, with its line or JSON entry. */
export type Fault = { line: number; text: string }
export type LineKind = 'Line' | 'Entry'

const maxListedLines = 10
/** More than any rack has places. Longer files keep all other work of the server waiting. */
const maxEntries = 10_000

/** Throws `rack-file-invalid` for a file of more than 10,000 lines or entries. */
export function assertEntryCount(count: number, word: LineKind): void {
  if (count <= maxEntries) return
  const noun = { Line: 'lines', Entry: 'entries' }[word]
  const text = `the file has more than ${formatNumber(maxEntries)} ${noun}, and no rack has as many tubes.`
  throw rackFileError([{ line: 1, text }], word)
}

/** Returns an error with the first fault and the lines of the others. */
export function rackFileError(faults: readonly Fault[], word: LineKind): DomainError {
  const [first, ...rest] = faults.toSorted((one, other) => one.line - other.line)
  const lines = [...new Set(rest.map(({ line }) => line))].filter((line) => line !== first?.line)
  const noun = { Line: ['line', 'lines'], Entry: ['entry', 'entries'] }[word][lines.length === 1 ? 0 : 1]
  const also =
    lines.length > 0 ? ` Also invalid: ${noun} ${joinTexts(lines.map(String), { max: maxListedLines })}.` : ''
  return new DomainError('rack-file-invalid', `${word} ${first?.line}: ${first?.text}${also}`, 'content')
}
