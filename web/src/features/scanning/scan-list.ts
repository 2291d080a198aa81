import { z } from 'zod'
import { keyOfScan, mayBeSame, type Readings } from './scanned-code.ts'

/** Without a reply it is unknown whether the server has acted: the scan is sent again under the same key. */
export const UnsentOutcome = z.object({
  state: z.literal('unsent'),
  reason: z.string(),
  /** The server, or this page, fails at this scan only: those behind it that do not depend on it are sent. */
  isOwnFailure: z.literal(true).exactOptional(),
  /** Something in front of the server replied in its place. */
  isReplyOfProxy: z.literal(true).exactOptional(),
})

/** The fields that every scan in a queue has, as they are stored in the browser. */
export const QueuedScanFields = {
  /** Also the Idempotency-Key of the request, so that the server acts only once however often the scan is sent. */
  id: z.string(),
  readings: z.object({
    raw: z.string(),
    physical: z.string().exactOptional(),
    rawTexts: z.array(z.string()).exactOptional(),
    physicalTexts: z.array(z.string()).exactOptional(),
  }),
  scannedAt: z.number(),
  settledAt: z.number().exactOptional(),
  /** The tube has changed since in another way: what the scan did can be undone no more. */
  isUndoWithdrawn: z.boolean().exactOptional(),
  /** How often the scan has failed by itself, or got the reply of a proxy although the server was ready. */
  failures: z.number().exactOptional(),
}
export const PendingProgress = z.object({ state: z.enum(['waiting', 'sending']) })

export type QueuedScan = {
  id: string
  readings: Readings
  scannedAt: number
  settledAt?: number
  isUndoWithdrawn?: boolean
  failures?: number
  progress: { state: string; reason?: string; isOwnFailure?: boolean; isReplyOfProxy?: boolean }
}

/** A scan that has just been made. */
export type NewScan = Omit<QueuedScan, 'settledAt' | 'isUndoWithdrawn' | 'failures' | 'progress'> & {
  progress: { state: 'waiting' }
}

export type OutcomeOf<S extends QueuedScan> = Exclude<S['progress'], z.infer<typeof PendingProgress>>

/** The Idempotency-Key of the undo of a scan or of an event: all its tries are one, also after a reload. */
export const keyOfUndo = (id: string | number): string => `${id}:undo`

/** A code that is read again within this time was only held in front of the scanner for longer. */
export const repeatWithinMs = 1000
const maxSettledScans = 500

/** Whether the server has not replied to the scan yet. */
export const isPending = ({ progress: { state } }: Pick<QueuedScan, 'progress'>): boolean =>
  state === 'waiting' || state === 'sending' || state === 'unsent'

/** Whether the server has not replied to the newest scan yet. */
export const isNewestPending = ({ scans: [newest] }: { scans: readonly QueuedScan[] }): boolean =>
  newest !== undefined && isPending(newest)

/**
 * Whether a code that is read again may only repeat the newest scan of it. `isLatest`: no other scan was made since.
 */
export type CanRepeat<S> = (earlier: S, scan: S, isLatest: boolean) => boolean

/**
 * Returns the scan that a new one of its code only repeats: the tube was held in front of the scanner for longer, or
 * was scanned again because the reply is late. `lastSeenAt` is when the scanner last read this code.
 */
export function findRepeated<S extends QueuedScan>(
  scans: readonly S[],
  scan: S,
  lastSeenAt: number | undefined,
  canRepeat: CanRepeat<S> = () => true,
): S | undefined {
  const key = keyOfScan(scan.readings)
  const earlier = scans.find(({ readings }) => keyOfScan(readings) === key)
  if (!earlier || !canRepeat(earlier, scan, earlier === scans[0])) return undefined
  if (isPending(earlier)) return earlier
  const before = Math.max(earlier.scannedAt, lastSeenAt ?? earlier.scannedAt)
  // The clock may have been set back since.
  return Math.abs(scan.scannedAt - before) < repeatWithinMs ? earlier : undefined
}

/** A scan that has failed by itself this often may fail for good, such as by a defect of the server. */
const failuresBeforeRemoval = 3

export const hasFailedOften = ({ failures = 0 }: Pick<QueuedScan, 'failures'>): boolean =>
  failures >= failuresBeforeRemoval

/** Whether a scan may be removed although the server has not replied to it. One that waits for another may not. */
export const canRemove = (scan: QueuedScan): boolean =>
  scan.progress.state === 'unsent' && scan.progress.isOwnFailure === true && hasFailedOften(scan)

/** Whether a scan must not be sent before an earlier one that has no reply yet. */
export type DependsOn<S> = (scan: S, earlier: S) => boolean

export const ofSameCode: DependsOn<QueuedScan> = (scan, earlier) => mayBeSame(scan.readings, earlier.readings)

/**
 * Returns the oldest scan without a reply that is neither passed over nor waits for one that is. The lists are ordered
 * newest first.
 */
export function nextToSend<S extends QueuedScan>(
  scans: readonly S[],
  passedOver: ReadonlySet<string>,
  dependsOn: DependsOn<S>,
): S | undefined {
  const waits: S[] = []
  return scans.findLast((scan) => {
    if (!isPending(scan)) return false
    const isNext = !passedOver.has(scan.id) && !waits.some((earlier) => dependsOn(scan, earlier))
    if (!isNext) waits.push(scan)
    return isNext
  })
}

/**
 * Returns the earlier scans without a reply that a new one waits for, also those that only another of them waits for.
 */
export function neededBy<S extends QueuedScan>(scans: readonly S[], added: S, dependsOn: DependsOn<S>): S[] {
  const waiting = [added]
  for (const earlier of scans.filter(isPending)) {
    if (waiting.some((later) => dependsOn(later, earlier))) waiting.push(earlier)
  }
  return waiting.slice(1)
}

export const countOf = <S extends QueuedScan>(
  { scans }: { scans: readonly S[] },
  state: S['progress']['state'],
): number => scans.filter(({ progress }) => progress.state === state).length

/** Adds a scan at the top and drops the oldest settled ones beyond 500. */
export const withScan = <S extends QueuedScan>(scans: readonly S[], scan: S): S[] =>
  [scan, ...scans].filter((one, index) => index < maxSettledScans || isPending(one))

/** Makes a scan wait to be sent, with other values for some of its fields. */
export const withWaiting = <S extends QueuedScan>(
  scans: readonly S[],
  id: string,
  change: Partial<S> = {},
): S[] => scans.map((scan) => (scan.id === id ? { ...scan, ...change, progress: waiting } : scan))

export const withSending = <S extends QueuedScan>(scans: readonly S[], id: string): S[] =>
  scans.map((scan) => (scan.id === id ? { ...scan, progress: sending } : scan))

export const withOutcome = <S extends QueuedScan>(
  scans: readonly S[],
  id: string,
  progress: OutcomeOf<S>,
  settledAt: number,
): S[] => scans.map((scan) => (scan.id === id ? { ...scan, progress, settledAt } : scan))

/**
 * Whether a scan that is newer than another has settled after a time in ms. A refused scan of the same code does not
 * count: the server refused it by what the other had done. The scans are ordered newest first.
 */
export function hasNewerSettled(scans: readonly QueuedScan[], id: string, since: number): boolean {
  const place = scans.findIndex((scan) => scan.id === id)
  const former = scans[place]
  const isRefusalOfSame = (scan: QueuedScan) =>
    scan.progress.state === 'refused' && former !== undefined && ofSameCode(scan, former)
  return scans.some((scan, index) => index < place && (scan.settledAt ?? 0) > since && !isRefusalOfSame(scan))
}

/** Returns a scan that got no reply and those behind it that it holds up, also through others, newest first. */
export function heldUpBy<S extends QueuedScan>(
  scans: readonly S[],
  lost: S,
  dependsOn: DependsOn<S> = () => true,
): S[] {
  const held = [lost]
  const behind = scans.slice(
    0,
    scans.findIndex(({ id }) => id === lost.id),
  )
  for (const scan of behind.toReversed()) {
    if (isPending(scan) && held.some((earlier) => dependsOn(scan, earlier))) held.push(scan)
  }
  return held.toReversed()
}

/** Counts that a scan has failed by itself. */
export const withFailure = <S extends QueuedScan>(scans: readonly S[], id: string): S[] =>
  scans.map((scan) => (scan.id === id ? { ...scan, failures: (scan.failures ?? 0) + 1 } : scan))

/** Marks scans that cannot be sent for now. */
export function withUnsent<S extends QueuedScan>(
  scans: readonly S[],
  ids: ReadonlySet<string>,
  progress: OutcomeOf<S>,
): S[] {
  return scans.map((scan) => (ids.has(scan.id) ? { ...scan, progress } : scan))
}

/** Adds scans that another tab has left without a reply. They wait to be sent. */
export function withTakenOver<S extends QueuedScan>(scans: readonly S[], left: readonly S[]): S[] {
  const known = new Set(scans.map(({ id }) => id))
  const added = left.filter(({ id }) => !known.has(id)).map((scan) => ({ ...scan, progress: waiting }))
  return [...scans, ...added].sort((a, b) => b.scannedAt - a.scannedAt)
}

/** After a reload nothing waits for the replies any more: what was being sent is sent again. */
export const afterReload = <S extends QueuedScan>(scans: readonly S[]): S[] =>
  scans.map((scan) => (scan.progress.state === 'sending' ? { ...scan, progress: waiting } : scan))

const waiting = { state: 'waiting' } as const
const sending = { state: 'sending' } as const
