import type { z } from 'zod'

/**
 * A form rule that validates by a schema of the contract and shows its message. A field that must not be missing is
 * marked as required.
 */
export function zodRule(schema: z.ZodType) {
  return {
    required: !schema.safeParse(undefined).success,
    validator: async (_rule: unknown, value: unknown): Promise<void> => {
      const checked = schema.safeParse(value)
      if (!checked.success) throw new Error(checked.error.issues[0]?.message)
    },
  }
}
