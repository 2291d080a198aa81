import { isOpenStep, type MoveStep, MoveStepKind } from '@lims/contract/moves.ts'
import { isCodeOfStorage, parseStorageCode } from '@lims/contract/storage-code.ts'
import { z } from 'zod'
import { isFinalRefusal } from '../../api/call-error.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import {
  isPending,
  PendingProgress,
  QueuedScanFields,
  repeatWithinMs,
  UnsentOutcome,
} from '../../features/scanning/scan-list.ts'
import {
  createScanQueue,
  type ScanQueue,
  type ScanQueueTools,
  type ScanRules,
} from '../../features/scanning/scan-queue.ts'
import { couldBeIdentifier, type Readings, sameCode } from '../../features/scanning/scanned-code.ts'
import { sendAfter } from '../../features/scanning/send-after.ts'

const MoveOutcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('picked-up'), boxId: z.number(), boxAlias: z.string() }),
  z.object({
    state: z.literal('confirmed'),
    boxId: z.number(),
    boxAlias: z.string(),
    path: z.string(),
    kind: MoveStepKind.exactOptional(),
  }),
  /** `isBoxRefused`: this box is not to be moved, wherever it is put. */
  z.object({ state: z.literal('refused'), reason: z.string(), isBoxRefused: z.boolean().exactOptional() }),
  UnsentOutcome,
])
export type MoveOutcome = z.infer<typeof MoveOutcome>

/** A box that was taken out, or with `targetCode` a box and the place where it is now. */
export const MoveScan = z.object({
  ...QueuedScanFields,
  moveId: z.string(),
  boxCode: z.string(),
  targetCode: z.string().exactOptional(),
  /** With `targetCode`: when the box was taken out. */
  outSince: z.number().exactOptional(),
  progress: z.union([PendingProgress, MoveOutcome]),
})
export type MoveScan = z.infer<typeof MoveScan>

/** Within this time after an undo without a reply, Undo means the same step. */
const repeatUndoWithinMs = 120_000

/** The box that the person carries, between the scan of its label and that of its new place. */
const HeldBox = z.object({ moveId: z.string(), boxCode: z.string(), since: z.number() })
export type HeldBox = z.infer<typeof HeldBox>

const MoveSession = z.object({
  scans: z.array(MoveScan),
  lastSettledId: z.string().optional(),
  held: HeldBox.optional(),
  /** The undo of the last step that has no reply yet, unless something was scanned since. */
  undo: z
    .object({
      moveId: z.string(),
      key: z.string(),
      startedAt: z.number().default(0),
      /** The box that it brings back into the hand, as far as this phone knows. */
      box: HeldBox.exactOptional(),
      /** Whether it is being sent. */
      isSending: z.boolean().default(false),
    })
    .optional(),
})
export type MoveSession = z.infer<typeof MoveSession>

export const emptyMoveSession: MoveSession = { scans: [] }

const rules: ScanRules<MoveScan, MoveSession> = {
  schema: MoveSession,
  empty: emptyMoveSession,
  keptOnClear: ({ held, undo }) => ({ held, undo }),
  dependsOn: (scan, earlier) => scan.moveId === earlier.moveId && scan.boxCode === earlier.boxCode,
  // A refused box is put back; after a wrong place the box is still held, unless the box itself was refused.
  count: (session, scan) => {
    const { progress, moveId, boxCode, targetCode, outSince, scannedAt } = scan
    if (progress.state !== 'refused') return session
    if (targetCode === undefined || progress.isBoxRefused || wasPickUpRefused(session, scan)) {
      return session.held?.boxCode === boxCode ? { ...session, held: undefined } : session
    }
    return session.held ? session : { ...session, held: { moveId, boxCode, since: outSince ?? scannedAt } }
  },
}

/** Whether the scan of the box before that of its place was refused, such as for a name that two boxes have. */
function wasPickUpRefused({ scans }: MoveSession, { id, moveId, boxCode }: MoveScan): boolean {
  const earlier = scans.slice(scans.findIndex((scan) => scan.id === id) + 1)
  const pickUp = earlier.find(
    (scan) => scan.moveId === moveId && scan.boxCode === boxCode && scan.targetCode === undefined,
  )
  return pickUp?.progress.state === 'refused'
}

export type MoveQueue = Omit<ScanQueue<MoveScan, MoveSession>, 'add'> & {
  /** Records that a box was taken out, and holds it. Scanning the former place again adds nothing. */
  pickUp: (moveId: string, boxCode: string) => void
  /** Records where the box is now that the person held. With `refusal` it is not sent: the box is still held. */
  confirm: (held: HeldBox, targetCode: string, refusal?: string) => void
  /**
   * Forgets the scans with a reply and the box in hand, and calls `undo` with an Idempotency-Key. Within two minutes of
   * an undo without a reply it is the same key, so that no other step is undone; later it is a new one. Scans made
   * until `undo` settles are sent after it. Until then, the box whose place was scanned last is in hand again.
   */
  undoLast: (moveId: string, undo: (idempotencyKey: string) => Promise<unknown>) => void
}

export function createMoveQueue(tools: ScanQueueTools<MoveScan>): MoveQueue {
  const { send, waitFor } = sendAfter(tools.send)
  const queue = createScanQueue(rules, { ...tools, send })
  let lastPlace = { moveId: '', code: '', readAt: 0 }
  // After a reload it is unknown whether an undo was done.
  endSending()

  function endSending() {
    const { undo } = queue.session.get()
    if (undo?.isSending) queue.update({ undo: { ...undo, isSending: false } })
  }

  function isPlaceAgain(moveId: string, code: string): boolean {
    const isSame = lastPlace.moveId === moveId && sameCode(lastPlace.code, code)
    if (!isSame || Math.abs(tools.now() - lastPlace.readAt) >= repeatWithinMs) return false
    lastPlace.readAt = tools.now()
    return true
  }

  return {
    ...queue,
    pickUp: (moveId, boxCode) => {
      if (isPlaceAgain(moveId, boxCode)) return
      queue.add({ raw: boxCode }, (scan) => ({ ...scan, moveId, boxCode }))
      queue.update({ held: { moveId, boxCode, since: tools.now() }, undo: undefined })
    },
    confirm: (held, targetCode, refusal) => {
      const { moveId, boxCode, since: outSince } = held
      queue.update({ held, undo: undefined })
      lastPlace = { moveId, code: targetCode, readAt: tools.now() }
      // Both codes: one place receives many boxes, and none of these scans repeats another.
      const raw = `${boxCode} → ${targetCode}`
      queue.add({ raw }, (scan) => {
        const made = { ...scan, moveId, boxCode, targetCode, outSince }
        return refusal === undefined ? made : { ...made, progress: { state: 'refused', reason: refusal } }
      })
      // Also after a refused place that was only read again, the box is still held.
      const newest = queue.session.get().scans.find(({ readings }) => sameCode(readings.raw, raw))
      if (newest?.progress.state !== 'refused') queue.update({ held: undefined })
    },
    undoLast: (moveId, undo) => {
      const { undo: before } = queue.session.get()
      const now = tools.now()
      const isRepeated = before?.moveId === moveId && Math.abs(now - before.startedAt) < repeatUndoWithinMs
      const box = isRepeated ? before.box : lastPlacedBox(queue.session.get(), moveId)
      const key = isRepeated ? before.key : tools.newId()
      // From the last try on: while none gets a reply, each means the same step.
      const started = { moveId, key, startedAt: now, isSending: true, ...(box && { box }) }
      // Before the reply, as the same codes may be scanned again at once: they repeat nothing.
      queue.clear()
      queue.update({ held: undefined, undo: started })
      const end = () => queue.update({ undo: undefined })
      const settled = undo(key).then(end, (failure) => (isFinalRefusal(failure) ? end() : endSending()))
      waitFor(settled)
    },
  }
}

/** The box whose place was the last step of this phone in a move. */
function lastPlacedBox({ scans }: MoveSession, moveId: string): HeldBox | undefined {
  const last = scans.find(
    (scan) =>
      scan.moveId === moveId && (scan.progress.state === 'confirmed' || scan.progress.state === 'picked-up'),
  )
  if (last?.progress.state !== 'confirmed') return undefined
  const { boxCode, outSince, scannedAt } = last
  return { moveId, boxCode, since: outSince ?? scannedAt }
}

const slowReplyMs = 3000

/** Whether a scan is unsent, or has waited so long for its reply that the next may well wait, too. */
export const isOffline = ({ scans }: MoveSession, now: number): boolean =>
  scans.some(
    (scan) => scan.progress.state === 'unsent' || (isPending(scan) && now - scan.scannedAt >= slowReplyMs),
  )

/** Whether the scan that takes this box out has no reply yet. */
export const isPickUpPending = ({ scans }: MoveSession, moveId: string, boxCode: string): boolean =>
  scans.some(
    (scan) =>
      scan.moveId === moveId &&
      isPending(scan) &&
      scan.targetCode === undefined &&
      sameCode(scan.boxCode, boxCode),
  )

/** Whether a code is that of the box of a step. */
export const isCodeOf = (code: string, { boxId, boxAlias }: Pick<MoveStep, 'boxId' | 'boxAlias'>): boolean =>
  isCodeOfStorage(code, { id: boxId, alias: boxAlias })

/** Whether a code is that of the storage that a box goes to. */
const isTargetOf = (code: string, { to }: MoveStep): boolean =>
  to !== null && parseStorageCode(code.split(/\s/)[0] ?? '') === to.storageId

/**
 * Returns the reading of a scan that names a box of the steps or where one goes: of two such, the text on this
 * keyboard, and if neither does, what can be a code.
 */
export function codeOf({ raw, physical = raw }: Readings, steps: readonly MoveStep[]): string {
  const isKnown = (code: string) =>
    steps.some(
      (step) =>
        isCodeOf(code, step) ||
        (step.to && isCodeOfStorage(code, { id: step.to.storageId, alias: step.to.alias })),
    )
  if (isKnown(raw)) return raw
  return isKnown(physical) || !couldBeIdentifier(raw) ? physical : raw
}

/**
 * Says without the server that a label is that of another place than the plan has for the box. Undefined where only the
 * server can tell, such as for a name.
 */
export function wrongPlace(code: string, step: MoveStep | undefined): string | undefined {
  if (!step?.to || isTargetOf(code, step) || parseStorageCode(code.split(/\s/)[0] ?? '') === undefined) {
    return undefined
  }
  const { boxAlias, kind, to } = step
  return kind === 'tubes'
    ? `That is not ${to.alias}. The tubes of ${boxAlias} go into ${pathText(to.path)}.`
    : `That is not ${to.alias}. ${boxAlias} goes to ${pathText(to.path)}.`
}

type ScanMeaning = { kind: 'box'; code: string } | { kind: 'target'; held: HeldBox } | { kind: 'repeat' }

/**
 * What a scan means: the first is a box, the next its place. Another box of the move that is scanned instead of a place
 * is the next box: the one before was put back.
 */
export function meaningOf(code: string, held: HeldBox | undefined, steps: readonly MoveStep[]): ScanMeaning {
  if (!held) return { kind: 'box', code }
  const heldStep = steps.find((step) => isCodeOf(held.boxCode, step))
  if (isCodeOf(code, heldStep ?? { boxId: 0, boxAlias: held.boxCode })) return { kind: 'repeat' }
  if (heldStep && isTargetOf(code, heldStep)) return { kind: 'target', held }
  const isOtherBox = steps.some((step) => isCodeOf(code, step) && isOpenStep(step))
  return isOtherBox ? { kind: 'box', code } : { kind: 'target', held }
}
