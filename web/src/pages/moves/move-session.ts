import { type MoveStep, MoveStepKind } from '@lims/contract/moves.ts'
import { isCodeOfStorage, nameAsScanned, parseStorageCode } from '@lims/contract/storage-code.ts'
import { z } from 'zod'
import { isFinalRefusal } from '../../api/call-error.ts'
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
type HeldBox = z.infer<typeof HeldBox>

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
   * an undo without a reply it is the same key, so that no other step is undone; later it is a new one. Scans made until
   * `undo` settles are sent after it. Until then, the box whose place was scanned last is in hand again.
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
    ({ moveId: of, progress: { state } }) =>
      of === moveId && (state === 'confirmed' || state === 'picked-up'),
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
const isCodeOf = (code: string, { boxId, boxAlias }: Pick<MoveStep, 'boxId' | 'boxAlias'>): boolean =>
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
    ? `That is not ${to.alias}. The tubes of ${boxAlias} go into ${to.path}.`
    : `That is not ${to.alias}. ${boxAlias} goes to ${to.path}.`
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
  const isOtherBox = steps.some((step) => isCodeOf(code, step) && isOpen(step))
  return isOtherBox ? { kind: 'box', code } : { kind: 'target', held }
}

const isOpen = ({ state }: Pick<MoveStep, 'state'>): boolean =>
  state === 'planned' || state === 'picked-up' || state === 'unfit'

/** A step with the scans of this phone that the server does not have yet. */
export type ShownStep = MoveStep & { isKept: boolean }

/** Adds the scans of this phone that have no reply yet, so that the walk goes on without a connection. */
export function withKeptScans(
  steps: readonly MoveStep[],
  scans: readonly MoveScan[],
  moveId: string,
): ShownStep[] {
  const kept = scans.filter((scan) => scan.moveId === moveId && isPending(scan))
  if (kept.length === 0) return steps.map((step) => ({ ...step, isKept: false }))
  const byId = new Map(steps.map((step) => [step.boxId, step]))
  const byName = Map.groupBy(steps, ({ boxAlias }) => nameAsScanned(boxAlias))
  const states = new Map<number, 'picked-up' | 'confirmed'>()
  for (const { boxCode, targetCode } of kept.toReversed()) {
    const id = parseStorageCode(boxCode)
    const named = byName.get(nameAsScanned(boxCode)) ?? []
    const step = id === undefined ? (named.length === 1 ? named[0] : undefined) : byId.get(id)
    if (step && isOpen(step)) states.set(step.boxId, targetCode === undefined ? 'picked-up' : 'confirmed')
  }
  return steps.map((step) => {
    const state = states.get(step.boxId)
    return state
      ? { ...step, state: state === 'confirmed' || step.state !== 'unfit' ? state : step.state, isKept: true }
      : { ...step, isKept: false }
  })
}

/** Whether a person holds the box: the server still has it at its former place. */
export const isInHand = ({ state, pickedUpAt, isKept }: ShownStep): boolean =>
  state === 'picked-up' || (state === 'unfit' && (pickedUpAt !== null || isKept))

/** Counts the boxes that are neither in hand nor at their new places, of those that the server has in a source. */
export function countStillInside(boxIds: readonly number[], steps: readonly ShownStep[]): number {
  const outside = new Set(
    steps
      .filter((step) => isInHand(step) || (step.state === 'confirmed' && step.kind === 'box'))
      .map(({ boxId }) => boxId),
  )
  return boxIds.filter((boxId) => !outside.has(boxId)).length
}

/** Returns the box that was taken out with this phone, but has been moved or deleted by other means since. */
export function goneFromHand(
  { held }: MoveSession,
  steps: readonly ShownStep[],
  moveId: string,
): ShownStep | undefined {
  if (held?.moveId !== moveId) return undefined
  const step = steps.find((one) => isCodeOf(held.boxCode, one))
  return step && !isOpen(step) ? step : undefined
}

/**
 * Returns the box that this person holds: as scanned on this phone, or brought back by an undo that is being sent, else
 * as recorded by the server, such as after a change of phones. `since` is in the time of this phone; `serverAheadMs` is
 * how far the clock of the server is ahead of it.
 */
export function heldBox(
  session: MoveSession,
  steps: readonly ShownStep[],
  {
    moveId,
    personId,
    serverAheadMs,
  }: { moveId: string; personId: string | undefined; serverAheadMs: number },
): { step: ShownStep | undefined; held: HeldBox } | undefined {
  const { held: scanned, undo } = session
  const isScanned = scanned?.moveId === moveId && !goneFromHand(session, steps, moveId)
  const broughtBack = undo?.isSending && undo.moveId === moveId ? undo.box : undefined
  const held = isScanned ? scanned : broughtBack
  if (held) return { held, step: steps.find((step) => isCodeOf(held.boxCode, step)) }
  const step = steps.findLast(
    ({ state, pickedUpById, pickedUpAt }) =>
      pickedUpById === personId && pickedUpAt !== null && (state === 'picked-up' || state === 'unfit'),
  )
  if (!step?.pickedUpAt) return undefined
  return { step, held: { moveId, boxCode: step.boxCode, since: Date.parse(step.pickedUpAt) - serverAheadMs } }
}

/** The first box that nobody has taken out yet. */
export const nextStep = (steps: readonly ShownStep[]): ShownStep | undefined =>
  steps.find(({ state }) => state === 'planned')
