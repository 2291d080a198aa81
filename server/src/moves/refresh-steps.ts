import { isOpenStep } from '@lims/contract/moves.ts'
import type { Cell } from '@lims/contract/positions.ts'
import type { Db } from '../db/database.ts'
import type { PlannedMove } from './free-cell-index.ts'
import { listTubes, type MoveRow, type StepRow, type TubeStep } from './move-queries.ts'
import { assignTubeCells } from './plan-moves.ts'
import { type InsideBox, listBoxesInside, listPresentSteps, type PresentStep } from './present-queries.ts'
import { type DraftStep, type PlanRequest, readPlan } from './read-plan.ts'
import { readContents } from './read-tube-moves.ts'
import { temperatureFit } from './temperature-class.ts'

export type Refreshed = {
  /** All steps of the move as they are now. */
  steps: StepRow[]
  /** Those that differ from what is saved in more than the name of their box. */
  changed: StepRow[]
  /** The cells of the tubes of changed steps. */
  tubes: TubeStep[]
  /** The ids of the boxes that are in the sources now, by source. */
  inside: Map<number, number>
}

const requestOf = (move: MoveRow): PlanRequest => ({
  goal: move.goal,
  sourceIds: move.source_ids,
  targetIds: move.target_ids,
  merges: move.merges,
  belowPercent: move.below_percent,
  allowsUnknownTemperature: move.allows_unknown_temperature,
})

/**
 * Compares the open steps of a move with what is stored now, and plans again what others have made impossible, and
 * boxes that have come into the sources since. Saves nothing. With `unfitToo`, also looks for places for boxes that
 * had none.
 */
export async function refreshSteps(
  db: Db,
  move: MoveRow,
  saved: readonly StepRow[],
  { unfitToo }: { unfitToo: boolean },
): Promise<Refreshed> {
  const present = await readPresent(db, move)
  const insideBoxes = await listBoxesInside(db, move.source_ids, move.id)
  if (move.state !== 'open') {
    return { steps: [...saved], changed: [], tubes: [], inside: insideNow(insideBoxes, saved) }
  }

  const isInside = new Set(insideBoxes.filter(({ hasLeft }) => !hasLeft).map(({ boxId }) => boxId))
  const named = saved.map((step) => nameBox(step, present.get(step.box_id)))
  const followed = named.map((step) => followBox(step, present.get(step.box_id), isInside, move))
  const lost = followed.filter(
    (step) => isOpenStep(step) && isStale(step, present.get(step.box_id), unfitToo),
  )
  const added =
    move.goal === 'consolidate' ? [] : insideBoxes.filter(({ isNew }) => isNew).map(({ boxId }) => boxId)
  const replanned = await planAgain(db, move, { lost, added, followed, present })

  const byId = new Map(replanned.steps.map((step) => [step.box_id, step]))
  const steps = followed.map((step) => byId.get(step.box_id) ?? step)
  const before = new Map(named.map((step) => [step.box_id, step]))
  steps.push(...replanned.steps.filter(({ box_id }) => !before.has(box_id)))
  return {
    steps,
    changed: steps.filter((step) => before.get(step.box_id) !== step),
    tubes: replanned.tubes,
    inside: insideNow(insideBoxes, steps),
  }
}

/** The source of each box that is left in one. A box that was chosen itself is left until it was moved. */
function insideNow(boxes: readonly InsideBox[], steps: readonly StepRow[]): Map<number, number> {
  const open = new Set(steps.filter(isOpenStep).map(({ box_id }) => box_id))
  const left = boxes.filter(({ boxId, isChosen }) => !isChosen || open.has(boxId))
  return new Map(left.map(({ boxId, sourceId }) => [boxId, sourceId]))
}

type Present = PresentStep & {
  /** Whether the box must not go to its target at their temperatures. */
  isTargetUnsuitable: boolean
}

async function readPresent(db: Db, move: MoveRow): Promise<Map<number, Present>> {
  const steps = await listPresentSteps(db, move.id)
  const fitOf = ({ temperatureC, targetTemperatureC }: PresentStep) =>
    temperatureFit(
      temperatureC ?? undefined,
      targetTemperatureC ?? undefined,
      move.allows_unknown_temperature,
    )
  return new Map(
    steps.map((step) => [
      step.boxId,
      { ...step, isTargetUnsuitable: step.hasTarget && fitOf(step) === undefined },
    ]),
  )
}

const isStale = (step: StepRow, present: Present | undefined, unfitToo: boolean) =>
  isWithoutTarget(present) || present?.areTubesStale || (unfitToo && step.state === 'unfit')

const isWithoutTarget = (present: Present | undefined) =>
  present?.isTargetLost || present?.isTargetEmptied || present?.isTargetUnsuitable

/** Gives an open step the name that its box has now. */
function nameBox(step: StepRow, present: Present | undefined): StepRow {
  const name = present?.alias ?? step.box_alias
  return name === step.box_alias || !isOpenStep(step) ? step : { ...step, box_alias: name }
}

/** Follows a box that was moved, itself or with its rack, or deleted by other means. */
function followBox(
  step: StepRow,
  present: Present | undefined,
  isInside: ReadonlySet<number>,
  { goal }: MoveRow,
): StepRow {
  if (!isOpenStep(step) || !present) return step
  const name = step.box_alias
  const gone = (note: string): StepRow => ({ ...step, state: 'elsewhere', note, is_changed: true })
  if (present.alias === null) return gone(`${name} was deleted.`)
  const { storageId, row, column } = present
  const isOutside = storageId !== null && goal !== 'consolidate' && !isInside.has(step.box_id)
  if (storageId === step.from_storage_id && row === step.from_row && column === step.from_column) {
    // Its rack was carried elsewhere, and the box with it, unless somebody has it in their hands.
    const isCarried = isOutside && !present.isNoBox && step.picked_up_at === null
    return isCarried ? gone(`${name} was moved elsewhere by other means.`) : step
  }
  if (
    step.kind === 'box' &&
    storageId !== null &&
    storageId === step.to_storage_id &&
    row === step.to_row &&
    column === step.to_column
  ) {
    return gone(`${name} is at its new place already: it was moved there without a scan.`)
  }
  if (isOutside) return gone(`${name} was moved elsewhere by other means.`)
  const note =
    storageId === null ? `${name} has no place any more.` : `${name} was moved: this is its place now.`
  return {
    ...step,
    from_storage_id: storageId,
    from_row: row,
    from_column: column,
    is_changed: true,
    note: step.state === 'unfit' ? step.note : note,
  }
}

type ToPlan = {
  lost: StepRow[]
  added: number[]
  followed: StepRow[]
  present: ReadonlyMap<number, Present>
}

async function planAgain(db: Db, move: MoveRow, { lost, added, followed, present }: ToPlan) {
  const kept = await reassignTubes(
    db,
    lost.filter(
      ({ kind, to_storage_id, box_id }) =>
        kind === 'tubes' && to_storage_id !== null && !isWithoutTarget(present.get(box_id)),
    ),
    followed,
  )
  const isKept = new Set(kept.steps.map(({ box_id }) => box_id))
  const rest = lost.filter(({ box_id }) => !isKept.has(box_id))
  if (rest.length === 0 && added.length === 0) return kept

  const only = new Set([...rest.map(({ box_id }) => box_id), ...added])
  const empty = move.goal === 'consolidate' ? [] : followed.filter((step) => mayLeaveCell(step, only))
  const plan = await readPlan(db, requestOf(move), { only, places: placesOf(empty) })
  const former = new Map([...rest, ...empty].map((step) => [step.box_id, step]))
  let place = Math.max(0, ...followed.map((step) => step.place))
  const drafts = plan.steps.filter((draft) => only.has(draft.boxId) || !hasKeptCell(draft, former))
  const steps = drafts.map((draft): StepRow => {
    const before = former.get(draft.boxId)
    if (before) return replannedStep(before, draft, present.get(draft.boxId))
    place += 1
    const note = draft.note || `${draft.boxAlias} has come since the move was planned.`
    return { ...asStep(draft, move.id, place), is_changed: true, note }
  })
  const isPlanned = new Set(plan.steps.map(({ boxId }) => boxId))
  const receivers = new Set(plan.steps.map(({ to }) => to?.storageId))
  const staying = rest.filter(({ box_id }) => !isPlanned.has(box_id))
  steps.push(...staying.map((step) => stayingStep(step, whyStaying(step, receivers, present))))
  const tubes = plan.tubes.map((tube) => asTubeStep(tube, move.id))
  return {
    steps: [...kept.steps, ...steps.filter((step) => isNews(step, former.get(step.box_id)))],
    tubes: [...kept.tubes, ...tubes],
  }
}

/** Whether a box may have to leave its planned cell to one with tubes: it was empty, and nobody has taken it out. */
const mayLeaveCell = ({ box_id, state, kind, tubes }: StepRow, only: ReadonlySet<number>): boolean =>
  state === 'planned' && kind === 'box' && tubes === 0 && !only.has(box_id)

const placesOf = (steps: readonly StepRow[]): Map<number, PlannedMove> =>
  new Map(
    steps.flatMap(({ box_id: boxId, to_storage_id: storageId, to_row: row, to_column: column }) =>
      storageId !== null && row !== null && column !== null
        ? [[boxId, { boxId, kind: 'box', to: { storageId, row, column } }]]
        : [],
    ),
  )

function hasKeptCell({ boxId, to }: DraftStep, former: ReadonlyMap<number, StepRow>): boolean {
  const step = former.get(boxId)
  return step?.to_storage_id === to?.storageId && step?.to_row === to?.row && step?.to_column === to?.column
}

/** Whether a box that had no place before still has none. */
const isNews = (step: StepRow, before: StepRow | undefined) =>
  !(before?.state === 'unfit' && step.state === 'unfit' && before.note === step.note)

function replannedStep(before: StepRow, draft: DraftStep, present: Present | undefined): StepRow {
  const isPickedUp = before.picked_up_at !== null
  const planned = isPickedUp ? 'picked-up' : 'planned'
  return {
    ...before,
    kind: draft.kind,
    tubes: draft.tubes,
    to_storage_id: draft.to?.storageId ?? null,
    to_row: draft.to?.row ?? null,
    to_column: draft.to?.column ?? null,
    temperature_c: draft.temperatureC,
    state: draft.to ? planned : 'unfit',
    is_changed: true,
    note: draft.note || `Planned again: ${whyPlannedAgain(before, present)}`,
  }
}

/** Why a box is in no plan any more. */
const stayingReasons = {
  receives: 'it takes the tubes of other boxes',
  isEmpty: 'it has no tubes any more',
  isNoBox: 'it is no longer a box',
}

function whyStaying(
  { box_id }: StepRow,
  receivers: ReadonlySet<number | undefined>,
  present: ReadonlyMap<number, Present>,
): keyof typeof stayingReasons {
  if (receivers.has(box_id)) return 'receives'
  return present.get(box_id)?.isNoBox ? 'isNoBox' : 'isEmpty'
}

function stayingStep(before: StepRow, reason: keyof typeof stayingReasons): StepRow {
  return {
    ...before,
    kind: 'box',
    tubes: reason === 'receives' ? before.tubes : 0,
    to_storage_id: null,
    to_row: null,
    to_column: null,
    state: 'unfit',
    is_changed: true,
    note: `${before.box_alias} stays as it is: ${stayingReasons[reason]}.`,
  }
}

function whyPlannedAgain({ to_storage_id }: StepRow, present: Present | undefined): string {
  if (to_storage_id === null) return 'there is a place now.'
  if (present?.isTargetEmptied) return 'its new place is being emptied.'
  return present?.isTargetUnsuitable && !present.isTargetLost
    ? 'its new place does not suit its temperature any more.'
    : 'its place was taken.'
}

/** Gives tubes cells of the same box where it still has room for them: those of the plan as far as they are free. */
async function reassignTubes(db: Db, stale: readonly StepRow[], all: readonly StepRow[]) {
  const [first] = stale
  if (!first) return { steps: [], tubes: [] }
  const staleIds = new Set(stale.map(({ box_id }) => box_id))
  const planned = await listTubes(db, first.move_id)
  const reserved = planned.filter(({ box_id }) => !staleIds.has(box_id))
  const targetOf = new Map(
    all
      .filter((step) => isOpenStep(step) && step.kind === 'tubes')
      .map((step) => [step.box_id, step.to_storage_id ?? 0]),
  )
  const reservedIn = Map.groupBy(reserved, ({ box_id }) => targetOf.get(box_id) ?? 0)
  const contents = await readContents(
    db,
    stale.flatMap((step) => [step.box_id, step.to_storage_id ?? 0]),
  )
  for (const [boxId, box] of contents) {
    const extra = (reservedIn.get(boxId) ?? []).map(({ sample_id, to_row, to_column }) => ({
      sampleId: sample_id,
      row: to_row,
      column: to_column,
    }))
    if (extra.length > 0) contents.set(boxId, { ...box, tubes: [...box.tubes, ...extra] })
  }
  const room = new Map(
    [...contents].map(([id, { numberRows, numberColumns, tubes }]) => [
      id,
      numberRows * numberColumns - tubes.length,
    ]),
  )
  const fitting = stale.filter((step) => {
    const targetId = step.to_storage_id ?? 0
    const tubes = contents.get(step.box_id)?.tubes.length ?? 0
    const left = (room.get(targetId) ?? 0) - tubes
    if (left < 0) return false
    room.set(targetId, left)
    return true
  })
  const moves = fitting.map((step) => ({
    boxId: step.box_id,
    kind: 'tubes' as const,
    to: { storageId: step.to_storage_id ?? 0 },
  }))
  const steps = fitting.map((step) => {
    const count = contents.get(step.box_id)?.tubes.length ?? 0
    const note =
      count > 0
        ? 'Planned again: tubes were moved since.'
        : 'Nothing is left to merge: its tubes were moved since.'
    return { ...step, tubes: count, is_changed: true, note }
  })
  const targets = new Map(fitting.map((step) => [step.box_id, step.to_storage_id ?? 0]))
  const former = new Map(
    planned.map(({ sample_id, box_id, to_row, to_column }) => [
      sample_id,
      { storageId: targets.get(box_id) ?? 0, row: to_row, column: to_column },
    ]),
  )
  const tubes = assignTubeCells(moves, contents, former)
  return { steps, tubes: tubes.map((tube) => asTubeStep(tube, first.move_id)) }
}

/** Returns the row of a step that has just been planned. */
export const asStep = (draft: DraftStep, moveId: string, place: number): StepRow => ({
  move_id: moveId,
  box_id: draft.boxId,
  box_alias: draft.boxAlias,
  place,
  kind: draft.kind,
  tubes: draft.tubes,
  from_storage_id: draft.from?.storageId ?? null,
  from_row: draft.from?.row ?? null,
  from_column: draft.from?.column ?? null,
  to_storage_id: draft.to?.storageId ?? null,
  to_row: draft.to?.row ?? null,
  to_column: draft.to?.column ?? null,
  state: draft.to ? 'planned' : 'unfit',
  note: draft.note,
  is_changed: false,
  picked_up_at: null,
  picked_up_by: null,
  confirmed_at: null,
  confirmed_by: null,
  action_number: null,
  was_unfit: false,
  temperature_c: draft.temperatureC,
})

type PlannedTube = { boxId: number; sampleId: string; from: Cell; to: Cell }

export const asTubeStep = ({ boxId, sampleId, from, to }: PlannedTube, moveId: string): TubeStep => ({
  move_id: moveId,
  box_id: boxId,
  sample_id: sampleId,
  from_row: from.row,
  from_column: from.column,
  to_row: to.row,
  to_column: to.column,
})
