/**
 * Returns the time of a scan as a request names it. The server records its own time if it does not accept that one: the
 * scan may be from before the session, or the clock of this computer ahead.
 */
export const timeOfScan = ({ scannedAt }: { scannedAt: number }) => ({
  scannedAt: new Date(scannedAt).toISOString(),
  nowIfRefused: true,
})

/** When scans of this page were made, by their ids, in ms of the monotonic clock, which nobody sets. */
const madeAt = new Map<string, number>()

/** Records that a scan is made now. */
export const noteScan = (id: string): void => void madeAt.set(id, performance.now())

type MadeScan = { id: string; scannedAt: number }

/** Whether a scan was made before another, also if the clock was set in between. */
export function isMadeBefore(one: MadeScan, other: MadeScan): boolean {
  const [first, second] = [madeAt.get(one.id), madeAt.get(other.id)]
  return first === undefined || second === undefined ? one.scannedAt < other.scannedAt : first < second
}

/**
 * Returns the time of sending by the clock that the scan was made with. The clock may have been set back since, such as
 * when a tablet got its connection: the server corrects the time of the scan by the difference. A clock that was set
 * ahead looks the same as a computer that has slept.
 */
export function sentAtOf({ id, scannedAt }: MadeScan): { sentAt: number } {
  const made = madeAt.get(id)
  const elapsedMs = made === undefined ? 0 : performance.now() - made
  return { sentAt: Math.max(Date.now(), scannedAt + elapsedMs) }
}
