/**
 * Entries between line breaks of any system and the separators of spreadsheets. One in quotes may hold separators, but no
 * line break.
 */
const entries =
  /(?<=^|[\r\n\u0085\u2028\u2029,;\t])[ \ufeff]?"[^"\r\n]*"(?= ?(?:[\r\n\u0085\u2028\u2029,;\t]|$))|[^\r\n\u0085\u2028\u2029,;\t]+/g
const wrappingQuotes = /^"(.*)"$/

/**
 * Splits a pasted or uploaded list into codes: one a line, or separated by comma, semicolon or tab. Drops a byte order
 * mark, quotes around a code, empty entries, and repetitions in upper or lower case.
 */
export function splitCodes(text: string): string[] {
  const codes = new Map<string, string>()
  for (const part of text.match(entries) ?? []) {
    // `trim` takes a byte order mark (U+FEFF) for white space.
    if (part.trim() === '') continue
    const code = part.trim().replace(wrappingQuotes, '$1').trim().replaceAll('\u0000', '').toWellFormed()
    const key = code.toLowerCase()
    if (code && !codes.has(key)) codes.set(key, code)
  }
  return [...codes.values()]
}
