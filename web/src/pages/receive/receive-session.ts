import { ReceivedSample } from '@lims/contract/samples.ts'
import { z } from 'zod'
import { PendingProgress, QueuedScanFields, UnsentOutcome } from '../../features/scanning/scan-list.ts'
import {
  createScanQueue,
  type ScanQueue,
  type ScanQueueTools,
  type ScanRules,
} from '../../features/scanning/scan-queue.ts'
import type { Readings } from '../../features/scanning/scanned-code.ts'

/** Without the ID of the subject: the browser keeps the session. */
const Receipt = ReceivedSample.omit({ subjectId: true, masked: true })
  // An earlier version stored receipts without the event.
  .partial({ eventId: true })

const ReceiveOutcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('received'), sample: Receipt }),
  // A receipt that was undone afterwards.
  z.object({ state: z.literal('undone'), sample: Receipt }),
  z.object({
    state: z.literal('refused'),
    reason: z.string(),
    /** The page of a deleted sample offers to restore it. */
    deletedSampleId: z.string().exactOptional(),
    /** The sample that cannot be received. */
    sampleId: z.string().exactOptional(),
  }),
  UnsentOutcome,
])
export type ReceiveOutcome = z.infer<typeof ReceiveOutcome>

export const ReceiveScan = z.object({
  ...QueuedScanFields,
  notes: z.string(),
  progress: z.union([PendingProgress, ReceiveOutcome]),
})
export type ReceiveScan = z.infer<typeof ReceiveScan>

const ReceiveSession = z.object({
  scans: z.array(ReceiveScan),
  lastSettledId: z.string().optional(),
  lastReceivedId: z.string().optional(),
  /** Sent with every scan until they are changed. */
  notes: z.string(),
  /** Since the list was last cleared; the list itself drops the oldest scans. */
  received: z.number(),
  refused: z.number(),
})
export type ReceiveSession = z.infer<typeof ReceiveSession>

export const emptyReceiveSession: ReceiveSession = { scans: [], notes: '', received: 0, refused: 0 }

const countOfState: Partial<Record<ReceiveScan['progress']['state'], number>> = { received: 1, undone: -1 }

type UndoableReceipt = { scanId: string; eventId: number; name: string }

/** Returns the newest receipt that can be undone: its scan, the event to undo and the name of the sample. */
export function findUndoable({ scans }: ReceiveSession): UndoableReceipt | undefined {
  for (const { id, progress, isUndoWithdrawn } of scans) {
    if (progress.state !== 'received' || progress.sample.eventId === undefined || isUndoWithdrawn) continue
    return { scanId: id, eventId: progress.sample.eventId, name: progress.sample.name }
  }
  return undefined
}

const rules: ScanRules<ReceiveScan, ReceiveSession> = {
  schema: ReceiveSession,
  empty: emptyReceiveSession,
  keptOnClear: ({ notes }) => ({ notes }),
  count: (session, { id, progress }) => ({
    ...session,
    received: session.received + (countOfState[progress.state] ?? 0),
    refused: session.refused + (progress.state === 'refused' ? 1 : 0),
    ...(progress.state === 'received' && { lastReceivedId: id }),
  }),
}

export type ReceiveQueue = Omit<ScanQueue<ReceiveScan, ReceiveSession>, 'add'> & {
  /** Receives what was scanned, with the notes of this moment. */
  add: (readings: Readings) => void
  /**
   * Marks a receipt as undone, and counts it no more; `requestedAt` is that of `setOutcome`. Does nothing for any other
   * scan.
   */
  markUndone: (scanId: string, requestedAt?: number) => void
}

export function createReceiveQueue(tools: ScanQueueTools<ReceiveScan>): ReceiveQueue {
  const queue = createScanQueue(rules, tools)
  const add = (readings: Readings) =>
    queue.add(readings, (scan) => ({ ...scan, notes: queue.session.get().notes }))
  const markUndone = (scanId: string, requestedAt?: number) => {
    const progress = queue.session.get().scans.find(({ id }) => id === scanId)?.progress
    if (progress?.state === 'received') {
      queue.setOutcome(scanId, { state: 'undone', sample: progress.sample }, requestedAt)
    }
  }
  return { ...queue, add, markUndone }
}

/** Returns the sample that was received last, also if that was undone. */
export function findLastReceipt({
  scans,
  lastReceivedId,
}: ReceiveSession): z.infer<typeof Receipt> | undefined {
  const progress = scans.find(({ id }) => id === lastReceivedId)?.progress
  return progress?.state === 'received' || progress?.state === 'undone' ? progress.sample : undefined
}

const maxShownBatches = 3

/** Returns the ids of the batches that were scanned last. */
export function lastBatchIds({ scans }: Pick<ReceiveSession, 'scans'>): string[] {
  const ids = scans.flatMap(({ progress }) =>
    progress.state === 'received' ? [progress.sample.batchId] : [],
  )
  return [...new Set(ids)].slice(0, maxShownBatches)
}
