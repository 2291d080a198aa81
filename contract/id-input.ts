import { text } from './text.ts'

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An id in upper or lower case. Any text is accepted: a malformed id is treated as not found. */
export const IdInput = text(200)
  .min(1, 'is missing')
  .transform((id) => id.toLowerCase())
