import type { Readings } from './scanned-code.ts'

let keepScan: ((readings: Readings) => void) | undefined

/**
 * Sets where scans that are made on the sign-in page go: to the queue that was used last, of the person who was signed
 * in. Returns the function that sets the previous one again.
 */
export function keepSignedOutScans(keep: (readings: Readings) => void): () => void {
  const previous = keepScan
  keepScan = keep
  return () => {
    if (keepScan === keep) keepScan = previous
  }
}

export const signedOutScanKeeper = () => keepScan
