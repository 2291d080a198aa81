import type { Readings } from './scanned-code.ts'

/**
 * Returns false for a scan that it cannot keep, and why for one that it does nothing with, or that it has refused, with
 * the sound of a refusal.
 */
export type ScanKeeper = (readings: Readings) => unknown

let lasting: ScanKeeper | undefined
let ofPage: ScanKeeper | undefined

/**
 * Sets where scans that are made on the sign-in page go: to the page that was used last, of the person who was signed
 * in. What scans mean there may depend on what the page shows, such as a box: once it is left by the function that is
 * returned, they go to the last page whose scans mean the same anywhere (`isLasting`). With `isDenied` they do not go
 * there either: the person may not scan on that page.
 */
export function keepSignedOutScans(
  keep: ScanKeeper,
  { isLasting = false } = {},
): (options?: { isDenied?: boolean }) => void {
  ofPage = isLasting ? undefined : keep
  if (isLasting) lasting = keep
  return ({ isDenied = false } = {}) => {
    if (ofPage === keep) ofPage = undefined
    if (isDenied && lasting === keep) lasting = undefined
  }
}

/** Another person has signed in: the pages of the one before get no scans any more. */
export function forgetSignedOutKeepers(): void {
  lasting = undefined
  ofPage = undefined
}

export const signedOutScanKeeper = (): ScanKeeper | undefined => ofPage ?? lasting
