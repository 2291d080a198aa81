import { z } from 'zod'
import { maxInteger } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { strictId } from './id-input.ts'
import { PageQuery } from './paging.ts'
import { parameters } from './parameters.ts'
import { nowIfRefused, scannedAt } from './scan-time.ts'
import { StorageType } from './storage-type.ts'
import { success } from './success.ts'
import { requiredText } from './text.ts'

/**
 * What a move is for: all boxes out of storages; racks of a freezer made free; the tubes of boxes that are hardly
 * filled merged into fewer boxes.
 */
export const MoveGoal = z.enum(['evacuate', 'free', 'consolidate'])
export type MoveGoal = z.infer<typeof MoveGoal>

const maxStoragesPerMove = 50
/** A plan with more boxes is refused. */
export const maxBoxesPerMove = 5000
export const defaultBelowPercent = 30
const maxRacksToFree = 50

const storageIdSentence = 'must be the id of a storage'
const StorageIds = z
  .array(z.number(storageIdSentence).int(storageIdSentence).min(1, storageIdSentence).max(maxInteger))
  .max(maxStoragesPerMove, `may name at most ${maxStoragesPerMove} storages`)

function wholeNumberUpTo(max: number) {
  const sentence = `must be a whole number from 1 to ${max}`
  return z.number(sentence).int(sentence).min(1, sentence).max(max, sentence)
}

/** How many racks, shelves or drawers of a freezer to free. */
export const RacksToFree = wholeNumberUpTo(maxRacksToFree)
/** How full boxes are, in percent. */
export const PercentFilled = wholeNumberUpTo(100)

export const PlanMoveBody = parameters({
  goal: MoveGoal,
  storageIds: StorageIds.min(1, 'must name a storage'),
  /**
   * For `free`: how many racks, shelves or drawers inside the storages to free. Without it, the storages themselves.
   */
  racks: RacksToFree.nullish(),
  /** Where boxes may go, with everything inside; any storage if it is empty or omitted. */
  targetIds: StorageIds.nullish(),
  /** Whether the tubes of a box that finds no free cell may go into the free cells of another box. */
  merge: z.boolean().default(false),
  /** For `consolidate`: boxes filled below this many percent are merged, also into boxes that are filled more. */
  belowPercent: PercentFilled.default(defaultBelowPercent),
  /** Whether a storage of unknown temperature may be the target of one whose temperature is known, and the reverse. */
  allowUnknownTemperature: z.boolean().default(false),
})
export type PlanMoveBody = z.infer<typeof PlanMoveBody>

/** A cell of a rack, shelf, drawer or freezer; for tubes that are merged, the box they go into. */
export const MovePlace = z.object({
  storageId: z.number().int(),
  /** The code on the label of the storage. */
  code: z.string(),
  alias: z.string(),
  /** The position label of the cell; empty for the box that tubes go into. */
  position: z.string(),
  /** The freezer, or the outermost storage. */
  freezer: z.string(),
  /** From the outermost storage to the cell: Freezer 2 › Rack A › A3. */
  path: z.string(),
})
export type MovePlace = z.infer<typeof MovePlace>

/** Whether a whole box moves, or its tubes go into another box. */
export const MoveStepKind = z.enum(['box', 'tubes'])

const stepFields = {
  boxId: z.number().int(),
  boxAlias: z.string(),
  /** The code on the label of the box. */
  boxCode: z.string(),
  tubes: z.number().int(),
  kind: MoveStepKind,
  /** Null for a box at the top level. */
  from: MovePlace.nullable(),
  /** Null if the box does not fit anywhere. */
  to: MovePlace.nullable(),
  /** Why the box does not fit, or why it was planned again; empty otherwise. */
  note: z.string(),
}

export const PlannedStep = z.object(stepFields)
export type PlannedStep = z.infer<typeof PlannedStep>

export const MovePlan = z.object({
  name: z.string(),
  /** In the order of the walk. What does not fit comes last, with `to` null. */
  steps: z.array(PlannedStep),
  /** The freezers to open besides those that are emptied, and how many boxes go into each. */
  freezers: z.array(z.object({ storageId: z.number().int(), alias: z.string(), boxes: z.number().int() })),
  boxes: z.number().int(),
  tubes: z.number().int(),
  notFitting: z.number().int(),
  /** Warnings about the plan, such as targets of unknown temperature. */
  warnings: z.array(z.string()),
})
export type MovePlan = z.infer<typeof MovePlan>

/**
 * planned: not started; picked-up: taken out by a person; confirmed: at its new place; unfit: no place was found;
 * elsewhere: moved or deleted by other means; left: still at its place when the move was closed or undone.
 */
export const MoveStepState = z.enum(['planned', 'picked-up', 'confirmed', 'unfit', 'elsewhere', 'left'])
export type MoveStepState = z.infer<typeof MoveStepState>

/** The states of a step whose box has still to be moved; of an unfit one, a place has still to be found. */
export const openStepStates = ['planned', 'picked-up', 'unfit'] as const satisfies readonly MoveStepState[]
export const isOpenStep = ({ state }: { state: MoveStepState }): boolean =>
  openStepStates.some((open) => open === state)

/** Whether a person has taken the box out, and has not put it anywhere yet. */
export const isTakenOut = ({
  state,
  pickedUpAt,
}: {
  state: MoveStepState
  pickedUpAt: string | Date | null
}) => state === 'picked-up' || (state === 'unfit' && pickedUpAt !== null)

/** Whether the box has left its place for good, by the move or by other means. */
export const isMoved = ({ state }: { state: MoveStepState }): boolean =>
  state === 'confirmed' || state === 'elsewhere'

export const MoveStep = z.object({
  ...stepFields,
  /** From 1, in the order of the walk. */
  place: z.number().int(),
  state: MoveStepState,
  /** Whether it was planned again because something else has moved. */
  isChanged: z.boolean(),
  pickedUpAt: z.iso.datetime().nullable(),
  pickedUpBy: z.string().nullable(),
  pickedUpById: z.string().nullable(),
  confirmedAt: z.iso.datetime().nullable(),
  confirmedBy: z.string().nullable(),
  /** From pick-up to confirmation; null while the box is out, or if its pick-up was not recorded. */
  secondsOut: z.number().int().nullable(),
})
export type MoveStep = z.infer<typeof MoveStep>

export const MoveState = z.enum(['open', 'closed', 'undone'])
export type MoveState = z.infer<typeof MoveState>

export const MoveSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  goal: MoveGoal,
  state: MoveState,
  boxes: z.number().int(),
  /** Confirmed, or moved by other means. */
  moved: z.number().int(),
  pickedUp: z.number().int(),
  notFitting: z.number().int(),
  startedAt: z.iso.datetime(),
  startedBy: z.string(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: z.string().nullable(),
})
export type MoveSummary = z.infer<typeof MoveSummary>

export const MoveDetails = MoveSummary.extend({
  sources: z.array(
    z.object({
      storageId: z.number().int(),
      alias: z.string(),
      type: StorageType,
      /** Includes boxes that a person has taken out and whose new place is not confirmed yet. */
      boxesLeft: z.number().int(),
      boxIds: z.array(z.number().int()).meta({ description: 'Ids of the boxes that are left inside' }),
    }),
  ),
  belowPercent: z.number().int(),
  steps: z.array(MoveStep),
  /** The clock of the server, by which minutes out of the cold are counted. */
  now: z.iso.datetime(),
})
export type MoveDetails = z.infer<typeof MoveDetails>

/** A tube that goes from a box into another, and its cells. */
export const MovingTube = z.object({
  sampleId: z.uuid(),
  tubeId: z.string(),
  name: z.string(),
  fromPosition: z.string(),
  toPosition: z.string(),
})
export type MovingTube = z.infer<typeof MovingTube>

const maxMoveCodeLength = 500
const MoveId = strictId('moveId must be the id of a move')
const BoxCode = requiredText(maxMoveCodeLength, 'Please scan the label of a box')

export const PickUpBody = parameters({
  moveId: MoveId,
  /** The code on the label of the box, or its name where only one box of the move has it. */
  boxCode: BoxCode,
  /** When the box was taken out, for a scan that is sent later. */
  scannedAt,
  nowIfRefused,
})
export type PickUpBody = z.infer<typeof PickUpBody>

export const ConfirmMoveBody = PickUpBody.extend({
  /**
   * The code on the label of the storage that holds the box now, its name or its path, alone or followed by the cell.
   */
  targetCode: requiredText(maxMoveCodeLength, 'Please scan the label of the new place'),
})
export type ConfirmMoveBody = z.infer<typeof ConfirmMoveBody>

const MoveIdBody = parameters({ moveId: MoveId })
const stepReply = z.object({ success, step: MoveStep, moved: z.number().int(), boxes: z.number().int() })
const moveReply = z.object({ success, move: MoveDetails })

export const movesApi = {
  plan: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/moves/plan',
    permission: 'move.plan',
    summary: 'Plan where boxes go, without saving or moving anything',
    body: PlanMoveBody,
    reply: z.object({ plan: MovePlan }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/moves/start',
    permission: 'move.plan',
    summary:
      'Plan a move of boxes and save it. Other moves use neither its boxes nor its target cells; anybody else may, and those steps are planned again',
    body: PlanMoveBody,
    reply: moveReply,
  }),
  list: endpoint({
    method: 'GET',
    path: '/moves/list',
    permission: 'storage.read',
    summary: 'Moves of boxes, open ones first, then the newest',
    query: PageQuery,
    reply: z.object({ moves: z.array(MoveSummary), totalMoves: z.number().int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/moves/get',
    permission: 'storage.read',
    summary:
      'A move with its boxes in the order of the walk; boxes whose plan is stale are shown planned again',
    query: parameters({ id: MoveId }),
    reply: z.object({ move: MoveDetails }),
  }),
  tubes: endpoint({
    method: 'GET',
    path: '/moves/tubes',
    permission: 'storage.read',
    summary: 'The tubes of a box that go into another one, cell by cell',
    query: parameters({ id: MoveId, boxId: z.coerce.number().int().min(1).max(maxInteger) }),
    reply: z.object({ tubes: z.array(MovingTube) }),
  }),
  pickUp: endpoint({
    method: 'POST',
    path: '/moves/pick-up',
    permission: 'move.run',
    summary: 'Record that a box was taken out: its time out of the cold begins',
    body: PickUpBody,
    reply: stepReply,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/moves/confirm',
    permission: 'move.run',
    summary: 'Confirm that a box, or its tubes, are at the new place',
    body: ConfirmMoveBody,
    reply: stepReply,
  }),
  undoStep: endpoint({
    method: 'POST',
    path: '/moves/undo-step',
    permission: 'move.run',
    summary: "Undo the caller's last pick-up or confirmation",
    body: MoveIdBody,
    reply: stepReply,
  }),
  replan: endpoint({
    method: 'POST',
    path: '/moves/replan',
    permission: 'move.plan',
    summary: 'Plan again what is not moved yet, with boxes that have come since',
    body: MoveIdBody,
    reply: moveReply,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/moves/undo',
    permission: 'move.plan',
    summary: 'Undo a whole move: every box is back at its former place, or none',
    body: MoveIdBody,
    reply: moveReply,
  }),
  close: endpoint({
    method: 'POST',
    path: '/moves/close',
    permission: 'move.plan',
    summary: 'Close a move: what is not moved stays at its place',
    body: MoveIdBody,
    reply: moveReply,
  }),
}
