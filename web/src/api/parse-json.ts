import type { z } from 'zod'

/** Parses JSON text. Returns undefined if it is no JSON, or does not match the schema. */
export function parseJson<T>(text: string | null, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? 'null')).data
  } catch (failure) {
    if (failure instanceof SyntaxError) return undefined
    throw failure
  }
}
