/** Signs that start a formula, including full-width ones. */
const sign = '[=+\\-@＝＋－＠]'
/** White space and quotes that a spreadsheet skips after splitting a cell. */
const skipped = '(?:[^\\S\\t\\r\\n]|")'
/** Characters that may split a cell if the list separator is not a comma. */
const separator = '[,;|\\t\\r\\n]'

/** Also matches leading apostrophes, so that removing one restores the text. */
const startOfCell = `(?='*(?:${skipped}*${sign}|[\\t\\r\\n]))`
const startOfPart = `(?='*${skipped}*${sign})`

const unguarded = new RegExp(`^${startOfCell}|(?<=${separator})${startOfPart}`, 'g')
const guardedCell = new RegExp(`^'${startOfCell}`)
const guardedPart = new RegExp(`(?<=${separator})'${startOfPart}`, 'g')

/**
 * Inserts an apostrophe before every formula: at the start of the text and, because a spreadsheet may split it on
 * comma, semicolon, tab or pipe, at the start of each part.
 */
export const guard = (text: string): string => text.replace(unguarded, "'")

/** Reverses `guard`. */
export const unguard = (text: string): string => unguardStart(text).replace(guardedPart, '')

/** Removes only the apostrophe at the start, as written by other programs. */
export const unguardStart = (text: string): string => text.replace(guardedCell, '')

/** Escapes text for cells of type text: only doubles the apostrophes that `unguard` would remove. */
export const guardInTextCell = (text: string): string =>
  text.replace(guardedCell, "''").replace(guardedPart, "''")
