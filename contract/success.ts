import { z } from 'zod'

/** A member of every reply to a write. */
export const success = z.literal(true)

/** The member of such a reply. */
export const succeeded = { success: true } as const
