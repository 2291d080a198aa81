import { z } from 'zod'

/**
 * Schema of a select field: refuses a missing or empty value with `message`. It is described as `schema`, which a
 * schema behind `z.unknown()` would not be.
 */
export const requiredChoice = <S extends z.ZodType>(schema: S, message: string) =>
  z.preprocess((input, context) => {
    if (input !== undefined && input !== null && input !== '') return input
    context.addIssue(message)
    return z.NEVER
  }, schema)
