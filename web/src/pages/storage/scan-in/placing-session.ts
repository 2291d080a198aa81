import { RackTube } from '@lims/contract/rack-scan.ts'
import { z } from 'zod'
import { sameCode } from '../../../features/scanning/scanned-code.ts'

const Place = z.object({
  storageId: z.number(),
  rowCoordinate: z.number().nullable(),
  columnCoordinate: z.number().nullable(),
})
export type Place = z.infer<typeof Place>

/** What became of a scan. 'stored' means that the tube is registered in another cell; 'unsent' that nobody knows yet. */
const PlacingOutcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('placed'), sample: RackTube, before: Place }),
  z.object({ state: z.literal('stored'), sample: RackTube, place: Place, path: z.string() }),
  z.object({ state: z.literal('refused'), reason: z.string() }),
  z.object({ state: z.literal('unsent'), reason: z.string() }),
  z.object({ state: z.literal('undone'), sample: RackTube }),
])
export type PlacingOutcome = z.infer<typeof PlacingOutcome>

export const PlacingScan = z.object({
  /** Also the Idempotency-Key of the call, so that sending it again places nothing twice. */
  id: z.string(),
  readings: z.object({ raw: z.string(), physical: z.string().exactOptional() }),
  /** The cell that was highlighted when the tube was scanned: there it stands in the box. */
  cell: z.object({ row: z.number(), column: z.number() }),
  label: z.string(),
  scannedAt: z.number(),
  settledAt: z.number().optional(),
  /** Where a stored tube is to be moved from; without it the tube is placed. */
  moveFrom: z.object({ sample: RackTube, place: Place }).optional(),
  progress: z.union([z.object({ state: z.enum(['waiting', 'sending']) }), PlacingOutcome]),
})
export type PlacingScan = z.infer<typeof PlacingScan>

/** The scans into one box by one person in one browser tab, newest first. */
export const PlacingSession = z.object({
  scans: z.array(PlacingScan),
  lastSettledId: z.string().optional(),
})
export type PlacingSession = z.infer<typeof PlacingSession>

export const emptyPlacing: PlacingSession = { scans: [] }

const repeatWithinMs = 1000
const keptScans = 500

export const isOpen = ({ progress: { state } }: PlacingScan): boolean =>
  state === 'waiting' || state === 'sending' || state === 'unsent'

/** So long a screen may take to show a tube that was placed. */
const shownWithinMs = 10_000

/** Placed, and perhaps not yet on the screen. */
export const isJustPlaced = ({ progress, settledAt = 0 }: PlacingScan, now: number): boolean =>
  progress.state === 'placed' && now - settledAt < shownWithinMs

/** A tube that is held before the scanner a moment longer, or scanned again because its answer has not come. */
export function repeatedPlacing({ scans }: PlacingSession, code: string, at: number) {
  const earlier = scans.find(({ readings }) => sameCode(readings.raw, code))
  return earlier && (isOpen(earlier) || at - earlier.scannedAt < repeatWithinMs) ? earlier : undefined
}

export const nextToSend = ({ scans }: PlacingSession) =>
  scans.findLast(({ progress }) => progress.state === 'waiting')

export const lastPlaced = ({ scans }: PlacingSession) =>
  scans.find(({ progress }) => progress.state === 'placed')

export const countOf = ({ scans }: PlacingSession, state: PlacingScan['progress']['state']): number =>
  scans.filter(({ progress }) => progress.state === state).length

/** The latest scan when it is of a tube that stands elsewhere: the one that can be moved here. */
export function movable({ scans, lastSettledId }: PlacingSession) {
  const [latest] = scans
  return latest?.id === lastSettledId && latest?.progress.state === 'stored' ? latest : undefined
}

export function withScan(session: PlacingSession, scan: PlacingScan): PlacingSession {
  const scans = [scan, ...session.scans].filter((one, index) => index < keptScans || isOpen(one))
  return { ...session, scans }
}

export function withChange(
  session: PlacingSession,
  id: string,
  change: Partial<PlacingScan>,
): PlacingSession {
  const scans = session.scans.map((scan) => (scan.id === id ? { ...scan, ...change } : scan))
  const isUnderWay = ['waiting', 'sending'].includes(change.progress?.state ?? 'waiting')
  return { scans, ...(isUnderWay ? {} : { lastSettledId: id }) }
}

/** With scans that another tab has left without a reply. */
export function withLeft(session: PlacingSession, left: readonly PlacingScan[]): PlacingSession {
  const known = new Set(session.scans.map(({ id }) => id))
  const more = left.filter(({ id }) => !known.has(id)).map((scan) => ({ ...scan, progress: waiting }))
  if (more.length === 0) return session
  return { ...session, scans: [...session.scans, ...more].sort((a, b) => b.scannedAt - a.scannedAt) }
}

const waiting = { state: 'waiting' } as const

/** After a reload nobody waits for the answers any more: what was under way is sent again. */
export const resumed = (session: PlacingSession): PlacingSession => ({
  ...session,
  scans: session.scans.map((scan) =>
    scan.progress.state === 'sending' ? { ...scan, progress: { state: 'waiting' } } : scan,
  ),
})
