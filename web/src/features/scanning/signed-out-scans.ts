import type { Readings } from './scanned-code.ts'

/**
 * Keeps a scan. Returns false if it cannot, and the reason (a text) if it ignored the scan or refused it, with the
 * sound of a refusal.
 */
export type ScanKeeper = (readings: Readings) => unknown

let lasting: ScanKeeper | undefined
let ofPage: ScanKeeper | undefined

/**
 * Sets the receiver of scans made on the sign-in page: the page that the person who was signed in used last. When that
 * page is left (call the returned function), scans go to the last page on which a scan means the same anywhere
 * (`isLasting`), unless `isDenied`: the person may not scan there.
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
