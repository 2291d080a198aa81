import { z } from 'zod'
import { InstantInput } from './bounds.ts'

/**
 * Time of the scan, if it was sent later (offline queue). Must lie within the current session and not in the future.
 */
export const scannedAt = InstantInput.optional()

/**
 * Header of a request with a scan: the time of sending by the clock that `scannedAt` is from. If that clock differs
 * from the server's by more than a minute, the server corrects `scannedAt` by the difference.
 */
export const sentAtHeader = 'Sent-At'

/** True: instead of refusing a `scannedAt`, the server records the time of the request. */
export const nowIfRefused = z.boolean().optional()
