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

/** A string of a JSON text, with the comma before it. */
const jsonString = /,?"[^"\\]*(?:\\.[^"\\]*)*"/g
const signOfPart = new RegExp(`(${separator}'*${skipped}*)(${sign})`, 'g')

/**
 * Escapes the signs that `guard` would mark in the strings of a JSON text: it stays JSON with the same content. Only
 * numbers below zero within an array have no such form, and are left to `guard`.
 */
export const guardJson = (json: string): string =>
  json.replace(jsonString, (part) =>
    part.replace(signOfPart, (_, before: string, found: string) => before + asEscape(found)),
  )

const asEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
