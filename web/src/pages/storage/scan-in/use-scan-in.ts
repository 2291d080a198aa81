import { type Cell, cellKey, freeCells, positionLabel } from '@lims/contract/positions.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useReportedMutation } from '../../../api/use-reported-mutation.ts'
import { useSession } from '../../../entities/session/session.ts'
import { useDenial } from '../../../entities/session/use-may.ts'
import { useFillOrder } from '../../../entities/storage/fill-order.ts'
import { takenCells } from '../../../entities/storage/next-cell.ts'
import { occupancyQuery, storageKeys } from '../../../entities/storage/storage-api.ts'
import { refetchPlaces } from '../../../entities/storage/use-refresh-places.ts'
import { dropOldSessions } from '../../../features/scanning/drop-old-sessions.ts'
import { inOrderOfScans } from '../../../features/scanning/in-order-of-scans.ts'
import { browserTools, createQueuesByPerson } from '../../../features/scanning/queues-by-person.ts'
import { isNewestPending, isPending } from '../../../features/scanning/scan-list.ts'
import { playScanSound } from '../../../features/scanning/scan-sound.ts'
import { isSameScan, type Readings } from '../../../features/scanning/scanned-code.ts'
import { useScanQueue } from '../../../features/scanning/use-scan-queue.ts'
import { useSignedOutKeeper } from '../../../features/scanning/use-signed-out-keeper.ts'
import { useDoubleClickGuard, useUndoLast } from '../../../features/scanning/use-undo-last.ts'
import { announce } from '../../../ui/announcer.tsx'
import {
  createPlacingQueue,
  emptyPlacingSession,
  lastPlaced,
  lastSkipped,
  movableScan,
  type NoTarget,
  PlacingScan,
  type Target,
} from './placing-queue.ts'
import { placingIn, undoPlacing } from './scan-in-api.ts'

export type Box = { storage: Storage; occupancy: readonly OccupancyEntry[] }

/** The state and the actions of scanning into one box. Returns undefined without a box. */
export function useScanIn(box: Box | undefined) {
  const queryClient = useQueryClient()
  const owner = useSession()?.user.sub
  const queue = box && placingQueueOf(queryClient, owner, box.storage.id)
  const session = useScanQueue(queue, emptyPlacingSession)
  const order = useFillOrder()
  const denial = useDenial('placement.edit')
  const { noteReply, guardClick } = useDoubleClickGuard()
  const undo = useReportedMutation({
    mutationFn: ({ scan, storageId, queue }: Undoing) => queue.undo(scan, () => undoPlacing(scan, storageId)),
    taskOf: ({ scan }) => scan.id,
    onSuccess: noteReply,
    onSettled: () => void refetchPlaces(queryClient),
    meta: { errorTitle: 'The tube was not taken out' },
  })

  /** Computed at each scan: several scans and a new occupancy may arrive between two renders. */
  function findCells(): { target: Target | NoTarget; skipped: string[]; skippedAndTaken: Cell[] } {
    if (!box) return { target: boxFull, skipped: [], skippedAndTaken: [] }
    const { storage, occupancy } = box
    const shown = queryClient.getQueryState(occupancyQuery(storage.id).queryKey)
    const shownAt = shown?.dataUpdatedAt ?? 0
    const reserved = queue?.reservedCells(shownAt) ?? []
    const takenBack = queue?.takenBack(shownAt) ?? []
    const held = (shown?.data ?? occupancy).filter(
      ({ contentId, rowCoordinate, columnCoordinate }) =>
        !takenBack.some(
          ({ sampleId, cell }) =>
            sampleId === contentId && cell.row === rowCoordinate && cell.column === columnCoordinate,
        ),
    )
    const taken = takenCells(held, reserved)
    const skipped = (queue?.session.get().skipped ?? []).map(({ cell }) => cell)
    const isTaken = (cell: Cell) => taken.has(cellKey(cell))
    const skippedFree = skipped.filter((cell) => !isTaken(cell))
    const without = skippedFree.length > 0 ? onlySkippedFree : boxFull
    const cell = freeCells(storage, new Set([...taken, ...skipped.map(cellKey)]), order).next().value
    const target = cell ? { cell, label: positionLabel(cell, storage) } : without
    return {
      target,
      skipped: skippedFree.map((one) => positionLabel(one, storage)),
      skippedAndTaken: skipped.filter(isTaken),
    }
  }

  const cells = findCells()

  // Synchronises with what others do: a cell that somebody has filled is not skipped once it is empty again.
  useEffect(() => {
    if (cells.skippedAndTaken.length > 0) queue?.endSkips(cells.skippedAndTaken)
  }, [queue, cells.skippedAndTaken])

  useSignedOutKeeper(
    (readings) => {
      const target = findCells().target
      queue?.add(readings, target)
      // A tube that is read again has its cell, which may be the last one.
      const isKept = queue?.session
        .get()
        .scans.some((scan) => isPending(scan) && isSameScan(scan.readings, readings))
      return 'cell' in target || isKept ? undefined : target.reason
    },
    { isOn: queue !== undefined && denial === undefined },
  )

  const placed = denial === undefined ? lastPlaced(session) : undefined
  const undoLast = useUndoLast(
    () => queue?.session.get().scans[0],
    () => {
      if (!box || !queue || !placed || undo.isPending) return
      undo.mutate({ scan: placed, storageId: box.storage.id, queue })
    },
  )

  /** Says what a change of the skipped cells has led to. */
  function announceNext(change = '') {
    const { target } = findCells()
    announce(`${change} ${'cell' in target ? `Next cell ${target.label}.` : target.reason}`.trim())
  }

  /** The skip that Undo last takes back: of a cell that is still free, and newer than the last tube. */
  function skipToUndo({ skipped } = findCells()) {
    const last = queue && lastSkipped(queue.session.get())
    return last && box && skipped.includes(positionLabel(last.cell, box.storage)) ? last : undefined
  }

  function undoLastStep() {
    if (!queue || !skipToUndo()) return undoLast()
    queue.undoSkip()
    noteReply()
    announceNext()
  }

  if (!box || !queue) return undefined
  const movable = movableScan(session)

  function moveHere() {
    const target = findCells().target
    if (movable && 'cell' in target) queue?.move(movable, target)
  }

  function skip() {
    const { target } = findCells()
    if (!('cell' in target)) return
    queue?.skip(target.cell)
    announceNext(`Cell ${target.label} is skipped.`)
  }

  function fillSkipped() {
    queue?.fillSkipped()
    announceNext()
  }

  const skipBefore = skipToUndo(cells)
  const { target } = cells
  const next = 'cell' in target ? target : undefined
  return {
    session,
    next,
    isFull: target === boxFull,
    /** The labels of the free cells that are skipped. */
    skipped: cells.skipped,
    denial,
    /** When the last scan or skip was made, in ms. */
    lastStepAt: Math.max(session.scans[0]?.scannedAt ?? 0, skipBefore?.at ?? 0),
    scan: (readings: Readings) => queue.add(readings, findCells().target),
    retry: queue.retry,
    remove: queue.remove,
    clear: queue.clear,
    moveHere: movable && next && denial === undefined ? moveHere : undefined,
    skip: next && denial === undefined ? skip : undefined,
    fillSkipped,
    undoByClick: skipBefore || (placed && !undo.isPending) ? guardClick(undoLastStep) : undefined,
    /** Also while there is nothing to undo yet: it says so, and no older action is undone instead. */
    undoByKey: skipBefore || placed || isNewestPending(session) || undo.isPending ? undoLastStep : undefined,
  }
}

const boxFull: NoTarget = { reason: 'The box is full.' }
const onlySkippedFree: NoTarget = { reason: 'Only skipped cells are free.' }

/** With the queue of the scan: by the time of the reply another box, or no box, may be open. */
type Undoing = { scan: PlacingScan; storageId: number; queue: ReturnType<typeof placingQueueOf> }

export type ScanInState = NonNullable<ReturnType<typeof useScanIn>>

const placingQueueOf = createQueuesByPerson((queryClient, owner, storageId) => {
  const queue = createPlacingQueue({
    ...inOrderOfScans(
      queryClient,
      owner,
      browserTools({
        kind: 'scan-in',
        owner,
        place: storageId,
        schema: PlacingScan,
        sending: placingIn(storageId),
      }),
    ),
    onOutcome: ({ state }) => {
      playScanSound(state)
      // Also after a refusal: somebody else may have filled the cell.
      if (queue.hasUnsent())
        void queryClient.invalidateQueries({ queryKey: storageKeys.occupancy(storageId) })
    },
    onIdle: () => void refetchPlaces(queryClient),
  })
  dropOldSessions('lims.scan-in.')
  return queue
})
