import { z } from 'zod'
import { maxTextLength, text } from './text.ts'

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * An id in upper or lower case. Any text is accepted: a malformed id is treated as not found. For what a person or a
 * program may have from anywhere, such as from an address or a list.
 */
export const IdInput = text(maxTextLength.id)
  .min(1, 'is missing')
  .transform((id) => id.toLowerCase())

/** An id that only an earlier reply can have. Anything else is refused with this sentence. */
export const strictId = (sentence: string) => z.uuid(sentence).toLowerCase()

/**
 * The id of the batch whose samples are listed. A malformed one is refused: an empty list would look like an empty
 * batch.
 */
export const BatchIdFilter = IdInput.refine((id) => uuidPattern.test(id), 'must be the id of a batch')
