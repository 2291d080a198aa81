import { ReceivedSample } from '@lims/contract/samples.ts'
import { z } from 'zod'
import { sameCode } from './scanned-code.ts'

/** What became of a scan. 'unsent' means that nobody knows yet: the server did not answer. */
const ScanOutcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('received'), sample: ReceivedSample }),
  z.object({
    state: z.literal('refused'),
    reason: z.string(),
    /** The page of a deleted sample offers to bring it back. */
    deletedSampleId: z.string().exactOptional(),
  }),
  z.object({ state: z.literal('unsent'), reason: z.string() }),
])
export type ScanOutcome = z.infer<typeof ScanOutcome>

export const Scan = z.object({
  /** Also the Idempotency-Key of the call, so that sending it again receives nothing twice. */
  id: z.string(),
  readings: z.object({ raw: z.string(), physical: z.string().exactOptional() }),
  notes: z.string(),
  scannedAt: z.number(),
  progress: z.union([z.object({ state: z.enum(['waiting', 'sending']) }), ScanOutcome]),
})
export type Scan = z.infer<typeof Scan>

/** One person's scans in one browser tab, newest first. */
export const ScanSession = z.object({
  scans: z.array(Scan),
  /** Sent with every scan until they are changed. */
  notes: z.string(),
  received: z.number(),
  refused: z.number(),
  lastSettledId: z.string().optional(),
  lastReceivedId: z.string().optional(),
})
export type ScanSession = z.infer<typeof ScanSession>

export const emptySession: ScanSession = { scans: [], notes: '', received: 0, refused: 0 }

const repeatWithinMs = 1000
const keptScans = 500

export const isOpen = ({ progress }: Scan) =>
  progress.state === 'waiting' || progress.state === 'sending' || progress.state === 'unsent'

/** A code that was before the scanner, and when. */
export type Sighting = { code: string; at: number }

/**
 * The scan that a new sighting only repeats: the tube held before the scanner a moment longer,
 * or scanned again because its answer has not come.
 */
export function repeatedScan({ scans }: ScanSession, seen: Sighting, before: Sighting | undefined) {
  const earlier = scans.find(({ readings }) => sameCode(readings.raw, seen.code))
  if (!earlier || isOpen(earlier)) return earlier
  const isHeld = before && sameCode(before.code, seen.code) && seen.at - before.at < repeatWithinMs
  return isHeld || seen.at - earlier.scannedAt < repeatWithinMs ? earlier : undefined
}

export const nextToSend = ({ scans }: ScanSession): Scan | undefined =>
  scans.findLast(({ progress }) => progress.state === 'waiting')

export const countOf = ({ scans }: ScanSession, state: Scan['progress']['state']): number =>
  scans.filter(({ progress }) => progress.state === state).length

export function withScan(session: ScanSession, scan: Scan): ScanSession {
  const scans = [scan, ...session.scans]
  const kept = scans.filter((one, index) => index < keptScans || isOpen(one))
  return { ...session, scans: kept }
}

export function withProgress(session: ScanSession, id: string, progress: Scan['progress']): ScanSession {
  const scans = session.scans.map((scan) => (scan.id === id ? { ...scan, progress } : scan))
  if (progress.state === 'waiting' || progress.state === 'sending') return { ...session, scans }
  return {
    ...session,
    scans,
    received: session.received + (progress.state === 'received' ? 1 : 0),
    refused: session.refused + (progress.state === 'refused' ? 1 : 0),
    lastSettledId: id,
    ...(progress.state === 'received' && { lastReceivedId: id }),
  }
}

/** Begins a new count. A scan that has no answer yet stays. */
export const cleared = ({ scans, notes }: ScanSession): ScanSession => ({
  ...emptySession,
  notes,
  scans: scans.filter(isOpen),
})

/** With scans that another tab has left without a reply. */
export function withLeft(session: ScanSession, left: readonly Scan[]): ScanSession {
  const known = new Set(session.scans.map(({ id }) => id))
  const more = left.filter(({ id }) => !known.has(id)).map((scan) => ({ ...scan, progress: waiting }))
  if (more.length === 0) return session
  return { ...session, scans: [...session.scans, ...more].sort((a, b) => b.scannedAt - a.scannedAt) }
}

const waiting = { state: 'waiting' } as const

/** After a reload nobody waits for the answers any more: what was under way is sent again. */
export const resumed = (session: ScanSession): ScanSession => ({
  ...session,
  scans: session.scans.map((scan) =>
    scan.progress.state === 'sending' ? { ...scan, progress: { state: 'waiting' } } : scan,
  ),
})
