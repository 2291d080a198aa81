import type { Readings } from './scanned-code.ts'

let keepScan: ((readings: Readings) => void) | undefined

/** Says who keeps a scan that is made on the sign-in page: the queue of the person who was signed in last. */
export function keepSignedOutScans(keep: (readings: Readings) => void): void {
  keepScan = keep
}

export const signedOutScanKeeper = () => keepScan
