/**
 * Returns the time of a scan as a request names it. The server records its own time if it does not accept that one: the
 * scan may be from before the session, or the clock of this computer ahead.
 */
export const timeOfScan = ({ scannedAt }: { scannedAt: number }) => ({
  scannedAt: new Date(scannedAt).toISOString(),
  nowIfRefused: true,
})
