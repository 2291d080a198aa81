/** Full-width signs count too. */
const sign = '[=+\\-@＝＋－＠]'
/** White space that ends neither a cell nor a line, and quotes: of a cell that was split they protect nothing. */
const skipped = '(?:[^\\S\\t\\r\\n]|")'
/** What may divide a cell where the list separator is not the comma. */
const separator = '[,;|\\t\\r\\n]'

/** Apostrophes in front count as well, so that taking one away brings back what was there. */
const startOfCell = `(?='*(?:${skipped}*${sign}|[\\t\\r\\n]))`
const startOfPart = `(?='*${skipped}*${sign})`

const unguarded = new RegExp(`^${startOfCell}|(?<=${separator})${startOfPart}`, 'g')
const guardedCell = new RegExp(`^'${startOfCell}`)
const guardedPart = new RegExp(`(?<=${separator})'${startOfPart}`, 'g')

/**
 * Returns the text with an apostrophe wherever a spreadsheet would calculate: at its start and, as the file may be
 * split on comma, semicolon, tab or pipe, at the start of each part.
 */
export const guard = (text: string): string => text.replace(unguarded, "'")

/** Returns what `guard` was given. */
export const unguard = (text: string): string => unguardStart(text).replace(guardedPart, '')

/** Takes away the apostrophe at the start only, as other programs write it. */
export const unguardStart = (text: string): string => text.replace(guardedCell, '')

/** For cells that are text by themselves: only what `unguard` would take away is doubled. */
export const guardInTextCell = (text: string): string =>
  text.replace(guardedCell, "''").replace(guardedPart, "''")
