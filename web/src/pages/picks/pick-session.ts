import { z } from 'zod'
import { PendingProgress, QueuedScanFields, UnsentOutcome } from '../../features/scanning/scan-list.ts'
import type { ScanRules, ScanSession } from '../../features/scanning/scan-queue.ts'

const PickedItem = z.object({
  sampleId: z.string(),
  name: z.string(),
  tubeId: z.string(),
  /** Missing in scans that an earlier version kept. */
  eventId: z.number().exactOptional(),
})

const PickOutcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('picked'), item: PickedItem, note: z.string() }),
  /** `isMissing`: it was missing when it was scanned, and is so again. */
  z.object({ state: z.literal('undone'), item: PickedItem, isMissing: z.boolean().exactOptional() }),
  /** The label of a storage: the page shows its box. */
  z.object({ state: z.literal('box'), storageId: z.number(), path: z.string() }),
  /** `isTooLate`: the list was closed before the scan arrived. */
  z.object({ state: z.literal('refused'), reason: z.string(), isTooLate: z.boolean().exactOptional() }),
  UnsentOutcome,
])
export type PickOutcome = z.infer<typeof PickOutcome>

export const PickScan = z.object({
  ...QueuedScanFields,
  progress: z.union([PendingProgress, PickOutcome]),
})
export type PickScan = z.infer<typeof PickScan>

const PickSession = z.object({
  scans: z.array(PickScan),
  lastSettledId: z.string().optional(),
}) satisfies z.ZodType<ScanSession<PickScan>>
type PickSession = z.infer<typeof PickSession>

export const emptyPickSession: PickSession = { scans: [] }

export const pickRules: ScanRules<PickScan, PickSession> = { schema: PickSession, empty: emptyPickSession }

/** The scan that Undo takes back. */
export function lastPicked({ scans }: PickSession) {
  for (const { id, progress, isUndoWithdrawn } of scans) {
    if (progress.state === 'picked' && !isUndoWithdrawn) return { scanId: id, item: progress.item }
  }
  return undefined
}

export const cameTooLate = ({ progress }: PickScan): boolean =>
  progress.state === 'refused' && progress.isTooLate === true
