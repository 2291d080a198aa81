import { positionLabel } from '@lims/contract/positions.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { randomKey } from '../../../api/idempotency-keys.ts'
import { storedToken } from '../../../api/stored-token.ts'
import { useResend } from '../../../api/use-resend.ts'
import { sampleKeys } from '../../../entities/sample/sample-api.ts'
import { useSession } from '../../../entities/session/session.ts'
import { occupancyQuery, storageKeys } from '../../../entities/storage/storage-api.ts'
import { KeptScans } from '../../../features/scanning/kept-scans.ts'
import { soundOutcome } from '../../../features/scanning/scan-sound.ts'
import type { Readings } from '../../../features/scanning/scanned-code.ts'
import { warnBeforeClosing } from '../../../features/scanning/warn-before-closing.ts'
import { useFillOrder } from './fill-order.ts'
import { keptPlacingsKey } from './kept-placings-key.ts'
import { nextFreeCell } from './next-cell.ts'
import { PlacingQueue, type Target } from './placing-queue.ts'
import { emptyPlacing, lastPlaced, movable, PlacingScan } from './placing-session.ts'
import { sendPlacing, undoPlacing } from './scan-in-api.ts'

export type Box = { storage: Storage; occupancy: readonly OccupancyEntry[] }

/** Scanning into one box: what was scanned, where the next tube goes, and what a person can do about the last one. Undefined without a box. */
export function useScanIn(box: Box | undefined) {
  const queryClient = useQueryClient()
  const owner = useSession()?.user.sub
  const queue = box && queueOf(queryClient, box.storage.id, owner)
  const session = useSyncExternalStore(queue?.subscribe ?? never, queue?.session ?? noScans)
  const order = useFillOrder()
  const undo = useMutation({
    mutationFn: ({ scan, storageId }: Undoing) => undoPlacing(scan, storageId),
    onSuccess: (_reply, { scan }) => queue?.markUndone(scan),
    onSettled: () => refresh(queryClient),
    meta: { errorTitle: 'The tube was not taken out' },
  })

  useResend(queue, session.scans)

  // In step with what a reload has left.
  useEffect(() => void queue?.start(), [queue])

  if (!box || !queue) return undefined
  const { storage, occupancy } = box
  const stored = movable(session)
  const placed = lastPlaced(session)

  /** Asked at the moment of a scan: several may come, and the box be read again, before the screen is drawn again. */
  function target(): Target | undefined {
    const held = queryClient.getQueryData(occupancyQuery(storage.id).queryKey) ?? occupancy
    const cell = nextFreeCell(storage, held, queue?.givenCells() ?? [], order)
    return cell && { cell, label: positionLabel(cell, storage) }
  }

  function moveHere() {
    const to = target()
    if (stored && to) queue?.move(stored, to)
  }

  const next = target()
  return {
    session,
    next,
    scan: (readings: Readings) => queue.add(readings, target()),
    retry: (id: string) => queue.retry(id),
    clear: () => queue.clear(),
    moveHere: stored && next ? moveHere : undefined,
    undoLast:
      placed && !undo.isPending ? () => undo.mutate({ scan: placed, storageId: storage.id }) : undefined,
  }
}

type Undoing = { scan: PlacingScan; storageId: number }

const never = () => () => {}
const noScans = () => emptyPlacing

export type ScanInState = NonNullable<ReturnType<typeof useScanIn>>

type Owned = { owner: string | undefined; queue: PlacingQueue; stopWarning: () => void }

/** A queue outlives the screen: scans go on being sent while the person looks at something else. */
const queues = new WeakMap<QueryClient, Map<number, Owned>>()

function queueOf(queryClient: QueryClient, storageId: number, owner: string | undefined): PlacingQueue {
  const known = queues.get(queryClient) ?? new Map<number, Owned>()
  queues.set(queryClient, known)
  const present = known.get(storageId)
  // Without a session the list and its scans stay those of the person who was signed in.
  if (present && (owner === undefined || present.owner === owner)) return present.queue
  present?.stopWarning()
  const queue: PlacingQueue = new PlacingQueue({
    send: (scan) => sendPlacing(scan, storageId, owner),
    storage: sessionStorage,
    kept: new KeptScans(localStorage, keptPlacingsKey(owner, storageId), PlacingScan),
    storageKey: `lims.scan-in.${owner ?? 'nobody'}.${storageId}`,
    now: Date.now,
    newId: randomKey,
    onOutcome: ({ state }, isIdle) => {
      soundOutcome(state === 'placed' ? 'received' : 'refused')
      if (isIdle) void refresh(queryClient)
      // Also after a refusal: it may come of a cell that somebody else has filled.
      else void queryClient.invalidateQueries({ queryKey: storageKeys.occupancy(storageId) })
    },
  })
  known.set(storageId, {
    owner,
    queue,
    stopWarning: warnBeforeClosing(() => storedToken() !== undefined && queue.hasUnsent()),
  })
  return queue
}

function refresh(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: sampleKeys.all })
  return queryClient.invalidateQueries({ queryKey: storageKeys.all })
}
