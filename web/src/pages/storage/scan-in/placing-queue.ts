import { type Cell, isSameCell } from '@lims/contract/positions.ts'
import { RackTube } from '@lims/contract/rack-scan.ts'
import { z } from 'zod'
import {
  isPending,
  PendingProgress,
  QueuedScanFields,
  UnsentOutcome,
} from '../../../features/scanning/scan-list.ts'
import {
  createScanQueue,
  type ScanQueue,
  type ScanQueueTools,
  type ScanRules,
} from '../../../features/scanning/scan-queue.ts'
import type { Readings } from '../../../features/scanning/scanned-code.ts'
import { sendAfter } from '../../../features/scanning/send-after.ts'
import { cannotBeUndone } from '../../../features/scanning/use-undo-last.ts'

const Place = z.object({
  storageId: z.number(),
  rowCoordinate: z.number().nullable(),
  columnCoordinate: z.number().nullable(),
})
export type Place = z.infer<typeof Place>

/** The tube came from outside, and nobody had received it when it was scanned. */
const isToReceive = z.boolean().optional()

const PlacingOutcome = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('placed'),
    sample: RackTube,
    before: Place,
    /** The changes of custody that placing has made; absent if it is not known. */
    custodyEventIds: z.array(z.number()).optional(),
    isToReceive,
  }),
  /** The tube is registered in another cell. */
  z.object({ state: z.literal('stored'), sample: RackTube, place: Place, path: z.string(), isToReceive }),
  z.object({ state: z.literal('refused'), reason: z.string() }),
  UnsentOutcome,
  z.object({ state: z.literal('undone'), sample: RackTube }),
])
export type PlacingOutcome = z.infer<typeof PlacingOutcome>

const GridCell = z.object({ row: z.number(), column: z.number() })

export const PlacingScan = z.object({
  ...QueuedScanFields,
  /** The cell that was highlighted when the tube was scanned: the person puts the tube there. */
  cell: GridCell,
  label: z.string(),
  /** Where a stored tube is to be moved from; without it the tube is placed. */
  moveFrom: z.object({ sample: RackTube, place: Place, isToReceive }).exactOptional(),
  progress: z.union([PendingProgress, PlacingOutcome]),
})
export type PlacingScan = z.infer<typeof PlacingScan>

/** The cell that the scan of this id has filled. */
const FilledCell = z.object({ id: z.string(), cell: GridCell, settledAt: z.number() })
type FilledCell = z.infer<typeof FilledCell>

/**
 * A cell that stays empty for now. `at` is when it was skipped, in ms, and missing once the list was cleared: Undo last
 * does not know what came since.
 */
const SkippedCell = z.object({ cell: GridCell, at: z.number().optional() })

const PlacingSession = z.object({
  scans: z.array(PlacingScan),
  /** Cells filled by scans that the list no longer shows. */
  filled: z.array(FilledCell).optional(),
  skipped: z.array(SkippedCell).optional(),
  lastSettledId: z.string().optional(),
})
export type PlacingSession = z.infer<typeof PlacingSession>

export const emptyPlacingSession: PlacingSession = { scans: [] }

/** Newest first. */
const filledCells = ({ scans, filled = [] }: PlacingSession): FilledCell[] => [
  ...scans
    .filter(({ progress }) => progress.state === 'placed')
    .map(({ id, cell, settledAt = 0 }) => ({ id, cell, settledAt })),
  ...filled,
]

const rules: ScanRules<PlacingScan, PlacingSession> = {
  schema: PlacingSession,
  empty: emptyPlacingSession,
  keptOnClear: (session) => ({
    skipped: session.skipped?.map(({ cell }) => ({ cell })),
    filled: filledCells(session).filter(
      ({ cell }, index, all) => all.findIndex((other) => isSameCell(other.cell, cell)) === index,
    ),
  }),
}

export type Target = { cell: Cell; label: string }
/** Why there is no cell for a tube. */
export type NoTarget = { reason: string }

type PlacingQueue = Omit<ScanQueue<PlacingScan, PlacingSession>, 'add'> & {
  /** Places what was scanned in the cell, or refuses it with the reason why there is none. */
  add: (readings: Readings, target: Target | NoTarget) => void
  skip: (cell: Cell) => void
  /** Fills the cell again that was skipped last. */
  undoSkip: () => void
  /** Fills all skipped cells again. */
  fillSkipped: () => void
  endSkips: (cells: readonly Cell[]) => void
  /** Moves a tube that is stored elsewhere into this box. */
  move: (scan: PlacingScan, target: Target) => void
  /**
   * Undoes a scan by `undo`, which takes its tube back. Its cell is free at once: what is scanned until `undo` settles
   * is sent after it. Rejects as `undo` does; a scan that cannot be undone is not offered again.
   */
  undo: (scan: PlacingScan, undo: () => Promise<unknown>) => Promise<void>
  /** The cells that an undo has emptied, or is emptying, and their samples: the occupancy may still show them. */
  takenBack: (shownAt: number) => { sampleId: string; cell: Cell }[]
  /**
   * Cells that belong to a scan, although the occupancy on the screen may show them free. `shownAt` is when that was
   * fetched.
   */
  reservedCells: (shownAt: number) => Cell[]
}

/** An occupancy that was fetched so soon after a tube was placed may have been read before it. */
const fetchTimeMs = 10_000

export function createPlacingQueue(tools: ScanQueueTools<PlacingScan>): PlacingQueue {
  let undoingScan: PlacingScan | undefined
  const { send, waitFor } = sendAfter(tools.send)
  const queue = createScanQueue(rules, { ...tools, send })
  return {
    ...queue,
    add: (readings, target) =>
      queue.add(readings, (scan) => ({
        ...scan,
        ...('cell' in target ? target : { ...noCell, progress: { state: 'refused', reason: target.reason } }),
      })),
    skip: (cell) => {
      const { skipped = [] } = queue.session.get()
      queue.update({ skipped: [...skipped, { cell, at: tools.now() }] })
    },
    undoSkip: () => queue.update({ skipped: queue.session.get().skipped?.slice(0, -1) }),
    fillSkipped: () => queue.update({ skipped: [] }),
    endSkips: (cells) => {
      const { skipped = [] } = queue.session.get()
      const stays = ({ cell }: { cell: Cell }) => !cells.some((ended) => isSameCell(ended, cell))
      queue.update({ skipped: skipped.filter(stays) })
    },
    move: ({ id, progress }, { cell, label }) => {
      if (progress.state !== 'stored') return
      const { sample, place, isToReceive } = progress
      queue.resend(id, { cell, label, moveFrom: { sample, place, isToReceive } })
    },
    undo: async (scan, undo) => {
      const { id, progress } = scan
      if (progress.state !== 'placed' || undoingScan) return
      const { sample } = progress
      undoingScan = scan
      try {
        const undone = undo()
        waitFor(undone)
        await undone
        queue.setOutcome(id, { state: 'undone', sample })
        // The list may have been cleared while the undo was sent.
        queue.update({ filled: queue.session.get().filled?.filter((cell) => cell.id !== id) })
      } catch (failure) {
        if (cannotBeUndone(failure)) queue.withdrawUndo(id)
        throw failure
      } finally {
        undoingScan = undefined
      }
    },
    takenBack(shownAt) {
      const undone = queue.session
        .get()
        .scans.filter(({ settledAt = 0 }) => settledAt > shownAt - fetchTimeMs)
        .filter(({ progress }) => progress.state === 'undone')
      return [...undone, ...(undoingScan ? [undoingScan] : [])].flatMap(({ cell, progress }) =>
        progress.state === 'undone' || progress.state === 'placed'
          ? [{ sampleId: progress.sample.sampleId, cell }]
          : [],
      )
    },
    reservedCells(shownAt) {
      const session = queue.session.get()
      const filled = filledCells(session).filter(
        ({ id, settledAt }) => settledAt > shownAt - fetchTimeMs && id !== undoingScan?.id,
      )
      return [...session.scans.filter(isPending), ...filled].map(({ cell }) => cell)
    },
  }
}

const noCell: Target = { cell: { row: 0, column: 0 }, label: '' }

/** The scan that Undo takes back. */
export const lastPlaced = ({ scans }: PlacingSession): PlacingScan | undefined =>
  scans.find(({ progress, isUndoWithdrawn }) => progress.state === 'placed' && !isUndoWithdrawn)

/** The cell that was skipped last, unless a tube was placed, or is being placed, since. */
export function lastSkipped(session: PlacingSession): { cell: Cell; at: number } | undefined {
  const { cell, at = 0 } = session.skipped?.at(-1) ?? {}
  const { scannedAt = 0, settledAt = scannedAt } = lastPlaced(session) ?? {}
  const [newest] = session.scans
  const isOvertaken = settledAt > at || (newest && isPending(newest) && newest.scannedAt > at)
  return cell && at > 0 && !isOvertaken ? { cell, at } : undefined
}

/** The latest scan if its tube is stored elsewhere: only that one can be moved here. */
export function movableScan({ scans, lastSettledId }: PlacingSession): PlacingScan | undefined {
  const [latest] = scans
  return latest?.id === lastSettledId && latest?.progress.state === 'stored' ? latest : undefined
}
