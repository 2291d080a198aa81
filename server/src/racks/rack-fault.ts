import { DomainError } from '../errors/domain-error.ts'

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
