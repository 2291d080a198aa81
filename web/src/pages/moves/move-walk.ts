import { isOpenStep, isTakenOut, type MoveStep } from '@lims/contract/moves.ts'
import { nameAsScanned, parseStorageCode } from '@lims/contract/storage-code.ts'
import { isPending } from '../../features/scanning/scan-list.ts'
import { type HeldBox, isCodeOf, type MoveScan, type MoveSession } from './move-session.ts'

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
    if (step && isOpenStep(step)) states.set(step.boxId, targetCode === undefined ? 'picked-up' : 'confirmed')
  }
  return steps.map((step) => {
    const state = states.get(step.boxId)
    return state
      ? { ...step, state: state === 'confirmed' || step.state !== 'unfit' ? state : step.state, isKept: true }
      : { ...step, isKept: false }
  })
}

/** Whether a person holds the box: the server still has it at its former place. */
export const isInHand = (step: ShownStep): boolean =>
  isTakenOut(step) || (step.state === 'unfit' && step.isKept)

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
  return step && !isOpenStep(step) ? step : undefined
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
    (step) => step.pickedUpById === personId && step.pickedUpAt !== null && isTakenOut(step),
  )
  if (!step?.pickedUpAt) return undefined
  return { step, held: { moveId, boxCode: step.boxCode, since: Date.parse(step.pickedUpAt) - serverAheadMs } }
}

/** The first box that nobody has taken out yet. */
export const nextStep = (steps: readonly ShownStep[]): ShownStep | undefined =>
  steps.find(({ state }) => state === 'planned')
