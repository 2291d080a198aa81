import { text } from './text.ts'

/** An id as callers give it, in any case. What is no stored id answers 'Sample not found'. */
export const IdInput = text(200)
  .min(1, 'is missing')
  .transform((id) => id.toLowerCase())
