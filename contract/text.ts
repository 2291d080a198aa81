import { z } from 'zod'

/** PostgreSQL cannot keep NUL, and half a surrogate pair is no character: neither is text. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()
const storable = 'must not contain NUL or broken characters'

/** Text of at most `longest` characters, trimmed; may be empty. */
export const text = (maxTextLength: number) =>
  z
    .string()
    .trim()
    .max(maxTextLength, `must be at most ${maxTextLength.toLocaleString('en')} characters long`)
    .refine(isStorable, storable)

/** As `text`, and refused with `message` when missing or blank. */
export const requiredText = (maxTextLength: number, message: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? message : undefined) })
    .trim()
    .min(1, message)
    .max(maxTextLength, `must be at most ${maxTextLength.toLocaleString('en')} characters long`)
    .refine(isStorable, storable)

/** Optional text in which null and blank mean 'not given'. */
export const optionalText = (maxTextLength: number) =>
  text(maxTextLength)
    .nullish()
    .transform((given) => given || undefined)

export const maxTextLength = {
  name: 200,
  prefix: 60,
  siteId: 60,
  subjectId: 100,
  notes: 2000,
  description: 2000,
} as const

/** Lower case of ASCII letters only: K (Kelvin sign) in lower case is k, and would pass for it. */
export const lowerCaseAscii = (given: string): string =>
  given.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
