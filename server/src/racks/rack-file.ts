import type { RackFormat } from '@lims/contract/rack-scan.ts'
import { DomainError } from '../errors/domain-error.ts'

/** Where a reader saw a tube: by a label, by numbers, or by its turn in a list of the whole rack. */
export type ScannedPlace = { label: string } | { row: number; column: number } | { turn: number; of: number }

export type ScannedCell = { line: number; place: ScannedPlace; reading: Reading }

/** A rack-reader file as it was read, whatever its format. */
export type RackFile = { format: RackFormat; word: LineKind; cells: ScannedCell[] }

/** What a reader says of one cell: a code, that no tube is there, or that there is one which it could not read. */
export type Reading = { code: string } | 'empty' | 'unreadable'

const emptyWords = /^(no[ _-]?(tube|container|vial)|empty)\b/i
const failureWords = /^(no|not|bad)\b|^no[ _-]?(read|code)|err|fail|unread/i
const noCode =
  /^(|[-?*]+|no[ _-]?(read|code|barcode|decode)|not[ _-]?(read|decoded)|(read[ _-]?)?(error|fail(ed|ure)?)|unread(able)?)$/i

/** A blank is taken for a tube that was not read: that never takes a tube out of the box. */
export function readTube(given: string, status = ''): Reading {
  const code = given.trim()
  if (emptyWords.test(status.trim()) || emptyWords.test(code)) return 'empty'
  if (failureWords.test(status.trim()) || noCode.test(code)) return 'unreadable'
  return { code }
}

/** What is wrong with a rack file, and on which line or in which entry of its JSON. */
export type Fault = { line: number; text: string }
export type LineKind = 'Line' | 'Entry'

const maxListedLines = 10

/** The refusal that tells the first fault, and where the others are. */
export function rackFileError(faults: readonly Fault[], word: LineKind): DomainError {
  const [first, ...rest] = faults.toSorted((one, other) => one.line - other.line)
  const lines = [...new Set(rest.map(({ line }) => line))].filter((line) => line !== first?.line)
  const more = lines.length > maxListedLines ? ` and ${lines.length - maxListedLines} more` : ''
  const plural = word === 'Line' ? 'lines' : 'entries'
  const also =
    lines.length > 0 ? ` Also wrong: ${plural} ${lines.slice(0, maxListedLines).join(', ')}${more}.` : ''
  return new DomainError('rack-file-invalid', `${word} ${first?.line}: ${first?.text}${also}`, 'content')
}
