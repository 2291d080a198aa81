import { z } from 'zod'
import { formatNumber } from './format-count.ts'

/** PostgreSQL cannot store NUL, and an unpaired surrogate is not a character. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()
const storable = 'must not contain NUL or invalid Unicode characters'

/** White space, and characters that no font shows: zero-width spaces, soft hyphens, fillers, controls, the empty Braille pattern. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]*$/u

/** Whether a person sees nothing of a text. */
export const isBlank = (text: string): boolean => blank.test(text)

/** More marks on one letter than any language has, as in 'stream-safe text' (UAX 15). */
const manyMarks = /\p{M}{31}/u

/**
 * Returns a text as it is compared with one that was entered: composed (Unicode NFC). Long runs of marks stay as they are:
 * to put them in order takes time that grows with the square of their number.
 */
export const asComposed = (text: string): string => (manyMarks.test(text) ? text : text.normalize('NFC'))

/**
 * Every text that people, programs or files enter is composed: 'é' may come as one character or as 'e' with an accent, as
 * macOS writes file names, and both are one name. What names a file or an object is an `exactText`.
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
  notes: 2000,
  description: 2000,
} as const

/** Lower-cases ASCII letters only: `toLowerCase` would turn K (Kelvin sign, U+212A) into k. */
export const lowerCaseAscii = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
