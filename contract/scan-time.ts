import { z } from 'zod'
import { InstantInput } from './bounds.ts'

/**
 * Time of the scan, if it was sent later (offline queue). Must lie within the current session and not in the future.
 */
export const scannedAt = InstantInput.optional()

/** True: instead of refusing a `scannedAt`, the server records the time of the request. */
export const nowIfRefused = z.boolean().optional()
