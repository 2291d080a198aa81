import { takeDelimiterLine } from './csv-delimiter.ts'
import { unguard } from './formula-guard.ts'
import { asComposed, isBlank, lineBreakCharacters, lineBreaks } from './text.ts'
import { readTextFormula } from './text-formula.ts'

/**
 * Entries between line breaks of any system and the separators of spreadsheets. One in quotes may hold separators, but
 * no line break.
 */
const separators = `${lineBreakCharacters},;\\t`
const entries = new RegExp(
  `(?<=^|[${separators}])[ \\ufeff]?"[^"${lineBreakCharacters}]*"(?= ?(?:[${separators}]|$))|[^${separators}]+`,
  'g',
)
const wrappingQuotes = /^"(.*)"$/

/** What an e-mail puts before each line of a list. A name that begins with a hyphen goes on without a space. */
const bullet = /^[-*•–] +/
/** What a tube ID may hold: printable ASCII, which every scanner and keyboard can enter. */
export const tubeIdCharacters = /^[ -~]*$/
export const maxTubeIdLength = 60
/** The form of generated tube IDs: 7 digits, from 10 million on more. */
export const ownTubeId = /^T(\d{7}|[1-9]\d{7,14})$/i
/** What may follow a tube ID in a sentence. */
const stop = /[.:]$/

function readEntry(part: string): string {
  const entry = asComposed(part).trim().replace(bullet, '')
  const unquoted = entry.replace(wrappingQuotes, (_, quoted: string) => quoted.replaceAll('""', '"'))
  return unguard(readTextFormula(unquoted).trim()).replaceAll('\u0000', '').toWellFormed()
}

/** Returns the tube IDs that an entry holds with spaces between them, or the entry; a name may hold spaces. */
function splitTubeIds(entry: string): string[] {
  const parts = entry.split(/ +/).map((part) => part.replace(stop, ''))
  return parts.every((part) => ownTubeId.test(part)) ? parts : [entry]
}

/**
 * Splits a pasted or uploaded list into codes: one a line, or separated by comma, semicolon or tab; tube IDs also by
 * spaces. Drops a byte order mark, a first line `sep=;`, quotes around a code, also of a formula such as ="00123", the
 * apostrophes of our CSV files, the bullets of a list, blank entries, the characters that `asComposed` drops,
 * and repetitions in upper or lower case, which it counts.
 */
export function readCodes(text: string): { codes: string[]; repeated: number } {
  const codes = new Map<string, string>()
  let read = 0
  for (const part of takeDelimiterLine(text).text.match(entries) ?? []) {
    // `trim` takes a byte order mark (U+FEFF) for white space.
    if (part.trim() === '') continue
    const entry = readEntry(part)
    for (const code of splitTubeIds(entry)) {
      if (isBlank(code)) continue
      read += 1
      const key = code.toLowerCase()
      if (!codes.has(key)) codes.set(key, code)
    }
  }
  return { codes: [...codes.values()], repeated: read - codes.size }
}

/**
 * True if a pasted text is a list of codes rather than one code or a text to search for: several lines, or several tube
 * IDs in one.
 */
export function isListOfCodes(text: string): boolean {
  const codes = splitCodes(text)
  return codes.length > 1 && (lineBreaks.test(text.trim()) || codes.every((code) => ownTubeId.test(code)))
}

/** Returns the codes of a list, as `readCodes` does. */
export const splitCodes = (text: string): string[] => readCodes(text).codes
