import { z } from 'zod'
import { formatNumber } from './format-count.ts'

/** PostgreSQL cannot store NUL, and an unpaired surrogate is not a character. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()
const storable = 'must not contain NUL or invalid Unicode characters'

/**
 * White space, and characters that no font shows: zero-width spaces, soft hyphens, fillers, controls, the empty Braille
 * pattern.
 */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]*$/u

/** Line breaks of all systems and of Unicode, escaped for a character class of a regular expression. */
export const lineBreakCharacters = '\\r\\n\\v\\f\\u0085\\u2028\\u2029'
export const lineBreaks = new RegExp(`[${lineBreakCharacters}]+`)

/** Whether a person sees nothing of a text. */
export const isBlank = (text: string): boolean => blank.test(text)

/**
 * Characters that no font shows and that come with what is copied from a web page, an e-mail or a dialog: soft hyphens,
 * spaces without a width, marks for the direction of writing, byte order marks, fillers.
 */
const unseen =
  /[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/g

/**
 * Spaces of other widths, and those at which no line breaks: Excel and web pages have them where people see a space.
 */
const otherSpace = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

/**
 * They join or part letters of some scripts and the parts of an emoji. Several in a row do what one does, and beside an
 * ASCII character they do nothing.
 */
const repeatedJoiner = /([\u200c\u200d])[\u200c\u200d]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
const idleJoiner = /(?<![^\u0000-\u007f])[\u200c\u200d]|[\u200c\u200d](?![^\u0000-\u007f])/g

/** Returns a text without the characters that nobody can see, and with one kind of space. */
const asSeen = (text: string): string =>
  text.replace(unseen, '').replace(otherSpace, ' ').replace(repeatedJoiner, '$1').replace(idleJoiner, '')

/** More marks on one letter than any language has, as in 'stream-safe text' (UAX 15). */
const manyMarks = /\p{M}{31}/u

/** ASCII is composed, and all of it is seen. */
const beyondAscii = /[\u0080-\uffff]/

/**
 * Returns a text as it is compared with one that was entered: composed (Unicode NFC), without characters that nobody
 * can see, and with plain spaces. Long runs of marks stay as they are: to put them in order takes time that grows with
 * the square of their number.
 */
export function asComposed(text: string): string {
  if (!beyondAscii.test(text)) return text
  const seen = asSeen(text)
  return manyMarks.test(seen) ? seen : seen.normalize('NFC')
}

/** Hyphens, dashes and minus signs other than '-', which spreadsheets and word processors put in its place. */
export const otherDashes = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d'
const dashes = new RegExp(`[${otherDashes}]`, 'g')

/** Returns a text with '-' for every dash and minus sign, as scan fields read it. */
export const withPlainDashes = (text: string): string => text.replace(dashes, '-')

const gaps = new RegExp(`[ \\t${lineBreakCharacters}]+`, 'g')

/**
 * Returns a text as `asComposed` does, trimmed and in one line: what is between two words is one space. Excel and
 * e-mails have two spaces or a line break there, and nobody sees the difference on a label or in a list. To `trim`
 * alone, U+0085 is no space.
 */
export const asOneLine = (text: string): string => asComposed(text).replace(gaps, ' ').trim()

/**
 * Every text that people, programs or files enter is composed: 'é' may come as one character or as 'e' with an accent,
 * as macOS writes file names, and both are one name; so are 'A1' and 'A1' with a soft hyphen. What names a file or an
 * object is an `exactText`.
 */
const composed = (...params: Parameters<typeof z.string>) => z.string(...params).overwrite(asComposed)

/** Schema of a trimmed text of at most `maxLength` characters; may be empty. */
export const text = (maxLength: number) => bounded(composed(), maxLength)

/** Like `text`, but keeps each character, as an address must. */
export const exactText = (maxLength: number) => bounded(z.string(), maxLength)

const bounded = (schema: z.ZodString, maxLength: number) =>
  schema
    .trim()
    .max(maxLength, `must be at most ${formatNumber(maxLength)} characters long`)
    .refine(isStorable, storable)

/** Like `text`, but rejects a missing or blank value with `message`. */
export const requiredText = (maxLength: number, message: string) =>
  composed({ error: (issue) => (issue.input === undefined || issue.input === null ? message : undefined) })
    .trim()
    .min(1, message)
    .refine((input) => input === '' || !isBlank(input), message)
    .max(maxLength, `must be at most ${formatNumber(maxLength)} characters long`)
    .refine(isStorable, storable)

/** Like `requiredText`, in one line: for names and IDs, which are compared. */
export const requiredLine = (maxLength: number, message: string) =>
  requiredText(maxLength, message).overwrite(asOneLine)

/** Like `optionalText`, in one line: for names and IDs, which are compared. */
export const optionalLine = (maxLength: number) => unlessBlank(text(maxLength).overwrite(asOneLine))

/** Like `text`, but returns undefined for null, missing or blank. */
export const optionalText = (maxLength: number) => unlessBlank(text(maxLength))

/** Like `optionalText`, but keeps each character, as an address must. */
export const optionalExactText = (maxLength: number) => unlessBlank(exactText(maxLength))

const unlessBlank = (schema: z.ZodString) =>
  schema.nullish().transform((input) => (input && !isBlank(input) ? input : undefined))

export const maxTextLength = {
  name: 200,
  prefix: 60,
  siteId: 60,
  subjectId: 100,
  visitId: 40,
  /** The id of a sample, batch or the like. */
  id: 200,
  /** The id of a person, as the identity provider has it: the longest of all ids. */
  personId: 255,
  /** What a list is searched for. */
  search: 200,
  notes: 2000,
  description: 2000,
  /** Text that a scanner reads, or that a person types instead. */
  code: 200,
} as const

/** Lower-cases ASCII letters only: `toLowerCase` would turn K (Kelvin sign, U+212A) into k. */
export const lowerCaseAscii = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * Returns a text in upper case, as PostgreSQL's `upper()` does for its indexes: letter by letter (the simple case
 * mapping of Unicode). JavaScript's own writes 'ß' as 'SS', so that two names would be one.
 */
export const upperCase = (text: string): string =>
  Array.from(text, (letter) => {
    const upper = letter.toUpperCase()
    return upper.length === letter.length ? upper : letter
  }).join('')

/** Returns the message for an empty required field with this caption. */
export const pleaseInput = (caption: string): string => `Please input ${caption}!`
