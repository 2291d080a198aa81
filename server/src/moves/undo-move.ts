import { formatCount } from '@lims/contract/format-count.ts'
import type { MoveStepState } from '@lims/contract/moves.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent, saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { findDeletedStorageName } from '../deletions/deletion-queries.ts'
import { DomainError } from '../errors/domain-error.ts'
import { lockExistingSamples } from '../samples/lock-samples-queries.ts'
import { listSamplePlacesOf } from '../samples/sample-place-queries.ts'
import { arrangeSamples } from '../storage/arrange-samples.ts'
import {
  getContentName,
  listSamplePlaces,
  lockStorages,
  replaceStoragePlaces,
} from '../storage/placement-queries.ts'
import {
  findStorageName,
  getPath,
  listAuditedStorages,
  updateStorageColumns,
} from '../storage/storage-queries.ts'
import { translateDatabaseError } from '../storage/translate-database-error.ts'
import { putDeletedTubesBack } from './deleted-tube-queries.ts'
import { currentCellOf, describePlace, originOf, readGrids, targetOf } from './describe-steps.ts'
import { stepReply } from './move-box.ts'
import {
  endMove,
  findActionNumberBefore,
  findLastAction,
  listSteps,
  listTubes,
  lockMove,
  lockOpenMove,
  lockPlanning,
  nextActionNumber,
  type StepRow,
  type TubeStep,
  updateStep,
} from './move-queries.ts'
import { listBusyBoxes, listMovableBoxes, type MovableBox } from './tree-queries.ts'

/**
 * Undoes the last pick-up or confirmation of this person: a confirmed box is recorded at its former place and as taken
 * out, a picked-up one as not taken out. Throws `move-undo-impossible` if there is none, or if the box has moved since.
 */
export async function undoLastStep(trx: Transaction, moveId: string, actor: Actor) {
  const move = await lockOpenMove(trx, moveId)
  const step = await findLastAction(trx, moveId, actor.userId)
  if (!step) throw new DomainError('move-undo-impossible', 'You have nothing to undo in this move.')
  const isConfirmed = step.state === 'confirmed'
  const places = isConfirmed ? await putBack(trx, [step], actor, step.confirmed_at) : undefined
  const wasPickedUp = isConfirmed && step.picked_up_at !== null
  const columns = {
    state: stateBefore(step, wasPickedUp),
    ...(step.was_unfit && { was_unfit: false, to_storage_id: null, to_row: null, to_column: null }),
    confirmed_at: null,
    confirmed_by: null,
    ...(!wasPickedUp && { picked_up_at: null, picked_up_by: null }),
    action_number: wasPickedUp ? await numberOfPickUp(trx, step, actor) : null,
  }
  await updateStep(trx, step, columns)
  const { from, to } = places?.get(step.box_id) ?? {}
  await saveAuditEvent(
    trx,
    {
      action: 'move.undo-step',
      entityId: String(step.box_id),
      before: { state: step.state, ...from },
      after: { state: columns.state, ...to, moveId, name: move.name },
    },
    actor,
  )
  return stepReply(trx, { ...step, ...columns }, await listSteps(trx, moveId))
}

/**
 * Returns the action number of a pick-up whose confirmation is undone: it is the last action again of the person who
 * undoes it. For another person, who may have gone on since, it follows what they had done before it.
 */
async function numberOfPickUp(
  trx: Transaction,
  { move_id, picked_up_by, picked_up_at }: StepRow,
  { userId }: Actor,
): Promise<number> {
  if (picked_up_by === userId || picked_up_by === null || picked_up_at === null) return nextActionNumber(trx)
  return findActionNumberBefore(trx, { moveId: move_id, personId: picked_up_by, at: picked_up_at })
}

/** The state of a step before its last action. A box that fits nowhere stays so, also when it was taken out. */
function stateBefore({ state, was_unfit }: StepRow, wasPickedUp: boolean): MoveStepState {
  if (state === 'unfit' || was_unfit) return 'unfit'
  return wasPickedUp ? 'picked-up' : 'planned'
}

/** A box that another move has planned for since belongs to that move, also one that has taken merged tubes. */
async function assertInNoOtherMove(trx: Transaction, steps: readonly StepRow[]) {
  await lockPlanning(trx)
  const involved = steps.flatMap(({ box_id, to_storage_id }) =>
    to_storage_id === null ? [box_id] : [box_id, to_storage_id],
  )
  const moveOf = new Map(
    (await listBusyBoxes(trx))
      .filter(({ moveId }) => moveId !== steps[0]?.move_id)
      .map(({ boxId, move }) => [boxId, move]),
  )
  const busy = await listMovableBoxes(
    trx,
    involved.filter((id) => moveOf.has(id)),
  )
  const box = busy.sort((one, other) => involved.indexOf(one.id) - involved.indexOf(other.id))[0]
  if (!box) return
  throw new DomainError(
    'move-undo-impossible',
    `${await getPath(trx, box.id)} is part of the open move '${moveOf.get(box.id)}' now. Nothing was undone.`,
  )
}

/**
 * Undoes a whole move, in one transaction: every box is back at its former place, or none. Throws `move-not-open` if it
 * was undone before, and `move-undo-impossible`.
 */
export async function undoMove(trx: Transaction, moveId: string, actor: Actor): Promise<void> {
  const move = await lockMove(trx, moveId)
  if (move.state === 'undone') throw new DomainError('move-not-open', 'This move is undone already.')
  const steps = await listSteps(trx, moveId)
  const moved = steps
    .filter(({ state }) => state === 'confirmed')
    .sort((one, other) => (other.action_number ?? 0) - (one.action_number ?? 0))
  const places = await putBack(trx, moved, actor)
  await endMove(trx, moveId, 'undone', actor)
  const undone = [...moved.map(({ box_id }) => box_id), ...move.source_ids]
  await saveAuditEvents(
    trx,
    undone.map((id) => {
      const { from, to } = places.get(id) ?? {}
      return {
        action: 'move.undo',
        entityId: String(id),
        before: { state: move.state, ...from },
        after: { state: 'undone', ...to, moveId, name: move.name },
      }
    }),
    actor,
  )
}

/** Returns from where to where each box, or its tubes, was put back, as the events of `move.confirm` hold it. */
async function describePutBack(
  trx: Transaction,
  steps: readonly StepRow[],
  versions: ReadonlyMap<number, number>,
) {
  const grids = await readGrids(
    trx,
    steps.flatMap((step) => [originOf(step), targetOf(step)]),
  )
  const locationOf = (place: ReturnType<typeof targetOf>) => ({
    location: describePlace(place, grids)?.path ?? null,
  })
  return new Map(
    steps.map((step) => {
      const version = versions.get(step.box_id)
      const to = { ...locationOf(originOf(step)), ...(version && { version }) }
      return [step.box_id, { from: locationOf(targetOf(step)), to }]
    }),
  )
}

/**
 * Puts boxes and merged tubes back where they were, and returns what the event of each box has before and after. With
 * `confirmedAt`, boxes and tubes count as never moved since that confirmation. Tubes first: samples are locked before
 * storages.
 */
async function putBack(
  trx: Transaction,
  steps: readonly StepRow[],
  actor: Actor,
  confirmedAt: Date | null = null,
) {
  await assertInNoOtherMove(trx, steps)
  const merged = steps.filter(({ kind }) => kind === 'tubes')
  const whole = steps.filter(({ kind }) => kind === 'box')
  await putTubesBack(trx, merged, confirmedAt, actor)
  const versions = await putBoxesBack(trx, whole, confirmedAt, actor)
  return describePutBack(trx, steps, versions)
}

async function putTubesBack(
  trx: Transaction,
  steps: readonly StepRow[],
  confirmedAt: Date | null,
  actor: Actor,
) {
  const [first] = steps
  if (!first) return
  const targets = new Map(steps.map((step) => [step.box_id, step.to_storage_id ?? 0]))
  const merged = { moveId: first.move_id, boxIds: [...targets.keys()] }
  await putDeletedTubesBack(trx, merged, confirmedAt ?? actor.at)
  const tubes = (await listTubes(trx, first.move_id)).filter(({ box_id }) => targets.has(box_id))
  const emptied = new Set(tubes.map(({ box_id }) => box_id))
  const present = new Set((await listMovableBoxes(trx, [...emptied])).map(({ id }) => id))
  const gone = steps.find(({ box_id }) => emptied.has(box_id) && !present.has(box_id))
  if (gone) throw await boxGoneError(trx, gone)
  await assertTubesStillThere(trx, tubes, targets)
  await arrangeSamples(
    trx,
    {
      moves: tubes.map(({ sample_id, box_id, from_row, from_column }) => ({
        sampleId: sample_id,
        storageId: box_id,
        rowCoordinate: from_row,
        columnCoordinate: from_column,
      })),
      expected: tubes.map(({ sample_id, box_id, to_row, to_column }) => ({
        sampleId: sample_id,
        storageId: targets.get(box_id) ?? 0,
        rowCoordinate: to_row,
        columnCoordinate: to_column,
      })),
      undo: { custodyEventIds: [] },
    },
    actor,
    { placedAt: confirmedAt ?? undefined },
  )
}

/** Locks the tubes. Throws `move-undo-impossible` with the first one that is no longer in its new cell. */
async function assertTubesStillThere(
  trx: Transaction,
  tubes: readonly TubeStep[],
  targets: ReadonlyMap<number, number>,
) {
  const ids = tubes.map(({ sample_id }) => sample_id)
  const samples = new Map((await lockExistingSamples(trx, ids)).map((sample) => [sample.id, sample]))
  const present = new Map((await listSamplePlaces(trx, ids)).map((place) => [place.sampleId, place]))
  const moved = tubes.filter(({ sample_id, box_id, to_row, to_column }) => {
    const place = present.get(sample_id)
    return (
      !place || place.storageId !== targets.get(box_id) || place.row !== to_row || place.column !== to_column
    )
  })
  const sample = samples.get(moved[0]?.sample_id ?? '')
  if (!sample) return
  const path = (await listSamplePlacesOf(trx, [sample.id])).get(sample.id)?.path
  const others =
    moved.length > 1
      ? ` So ${moved.length === 2 ? 'was' : 'were'} ${formatCount(moved.length - 1, 'other tube')}.`
      : ''
  throw new DomainError(
    'move-undo-impossible',
    `${sample.name} (${sample.alias}) was moved since: ${path ? `it is in ${path} now` : 'it has no place now'}.${others} Nothing was undone.`,
  )
}

async function putBoxesBack(
  trx: Transaction,
  steps: readonly StepRow[],
  confirmedAt: Date | null,
  actor: Actor,
) {
  const ids = steps.map(({ box_id }) => box_id)
  const holders = steps.flatMap((step) => [step.from_storage_id ?? [], step.to_storage_id ?? []].flat())
  await lockStorages(trx, [...new Set([...ids, ...holders])])
  const present = new Map((await listMovableBoxes(trx, ids)).map((box) => [box.id, box]))
  for (const step of steps) await assertStillThere(trx, step, present.get(step.box_id))
  await assertFormerCellsExist(trx, steps)
  const places = steps.map((step) => ({ childStorageId: step.box_id, place: originOf(step) }))
  const [blocked] = await translateDatabaseError(
    replaceStoragePlaces(trx, places, actor, confirmedAt ?? undefined),
  )
  const step = steps.find(({ box_id }) => box_id === blocked)
  if (step) throw await formerCellTakenError(trx, step)
  for (const id of ids) await updateStorageColumns(trx, id, {}, actor.at)
  return new Map((await listAuditedStorages(trx, ids)).map(({ id, version }) => [id, version]))
}

async function assertStillThere(trx: Transaction, step: StepRow, box: MovableBox | undefined) {
  if (!box) throw await boxGoneError(trx, step)
  const isThere =
    box.holderId === step.to_storage_id && box.row === step.to_row && box.column === step.to_column
  if (isThere) return
  const place = currentCellOf(box)
  const path = describePlace(place, await readGrids(trx, [place]))?.path
  throw new DomainError(
    'move-undo-impossible',
    `${await nameWithOrigin(trx, step)} was moved since: ${path ? `it is in ${path} now` : 'it has no place now'}. Nothing was undone.`,
  )
}

/** Returns 'Box 1 from Freezer 1 › Rack A › A1', where it stood before the move: each rack has a Box 1. */
async function nameWithOrigin(trx: Transaction, step: StepRow): Promise<string> {
  const origin = originOf(step)
  const path = describePlace(origin, await readGrids(trx, [origin]))?.path
  return path ? `${step.box_alias} from ${path}` : step.box_alias
}

/** The refusal for a box that was deleted, or has become another kind of storage. */
async function boxGoneError(trx: Transaction, step: StepRow): Promise<DomainError> {
  const isThere = (await findStorageName(trx, step.box_id)) !== undefined
  const what = isThere ? 'is no longer a box' : 'was deleted'
  return new DomainError(
    'move-undo-impossible',
    `${await nameWithOrigin(trx, step)} ${what}. Nothing was undone.`,
  )
}

/** Call it with the storages around the former cells locked. */
async function assertFormerCellsExist(trx: Transaction, steps: readonly StepRow[]) {
  const grids = await readGrids(trx, steps.map(originOf))
  for (const step of steps) {
    const origin = originOf(step)
    const grid = origin && grids.get(origin.storageId)
    if (!origin || (grid && origin.row <= grid.numberRows && origin.column <= grid.numberColumns)) continue
    const obstacle = grid
      ? `${joinPath(grid.names)} has no cell ${positionLabel(origin, grid)} any more, where ${step.box_alias} stood`
      : `${(await findDeletedStorageName(trx, origin.storageId)) ?? 'The storage'}, where ${step.box_alias} stood, was deleted`
    throw new DomainError('move-undo-impossible', `${obstacle}. Nothing was undone.`)
  }
}

async function formerCellTakenError(trx: Transaction, step: StepRow) {
  const origin = originOf(step)
  const grids = await readGrids(trx, [origin, targetOf(step)])
  const content = origin ? await getContentName(trx, origin) : 'something else'
  return new DomainError(
    'move-undo-impossible',
    `${describePlace(origin, grids)?.path ?? 'The former place'} holds ${content} now. Nothing was undone.`,
  )
}
