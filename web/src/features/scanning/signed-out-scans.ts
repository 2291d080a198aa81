import type { Readings } from './scanned-code.ts'

let keepScan: ((readings: Readings) => void) | undefined

/** Sets where scans that are made on the sign-in page go: to the queue of the person who was signed in last. */
export function keepSignedOutScans(keep: (readings: Readings) => void): void {
  keepScan = keep
}

export const signedOutScanKeeper = () => keepScan
