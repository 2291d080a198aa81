import { text } from './text.ts'

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An id in upper or lower case. Any text is accepted: a malformed id is treated as not found. */
export const IdInput = text(200)
  .min(1, 'is missing')
  .transform((id) => id.toLowerCase())

/**
 * The id of the batch whose samples are listed. A malformed one is refused: an empty list would look like an empty
 * batch.
 */
export const BatchIdFilter = IdInput.refine((id) => uuidPattern.test(id), 'must be the id of a batch')
