import { joinTexts } from '@lims/contract/join-texts.ts'
import { timeInMessage } from '@lims/contract/message-times.ts'
import type { ConfirmMoveBody, PickUpBody } from '@lims/contract/moves.ts'
import { parsePositionLabel } from '@lims/contract/positions.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { findLaterThan } from '../samples/assert-no-later-change.ts'
import { type ChangeSinceScan, listPlacings, type Since } from '../samples/later-change-queries.ts'
import { lockExistingSamples } from '../samples/lock-samples-queries.ts'
import { type ScanningActor, scannedBefore, scanTime } from '../samples/scan-time.ts'
import { listPersonNames } from '../sessions/person-queries.ts'
import { arrangeSamples } from '../storage/arrange-samples.ts'
import { placeStorage } from '../storage/place-storage.ts'
import { resolveCell } from '../storage/resolve-cell.ts'
import { getStorage, lockStorage, updateStorageColumns } from '../storage/storage-queries.ts'
import { describePlace, describeSteps, originOf, readGrids, targetOf } from './describe-steps.ts'
import { findLaterMoveOfBox } from './later-move-queries.ts'
import {
  deleteTubeSteps,
  listTubes,
  lockOpenMove,
  type MoveRow,
  nextActionNumber,
  type StepRow,
  updateStep,
} from './move-queries.ts'
import { countSteps } from './read-move.ts'
import { refreshAndSave } from './refresh-and-save.ts'
import { findScannedStep, findScannedTarget, type ScannedTarget } from './resolve-code.ts'
import type { GridRow } from './tree-queries.ts'

/**
 * Records that a box was taken out. Throws `move-step-taken` if another person has taken it out, and `move-step-done`
 * if it was moved after the scan.
 */
export async function pickUpBox(trx: Transaction, body: PickUpBody, actor: ScanningActor) {
  const { move, steps, step, at } = await findStep(trx, body, actor)
  if (step.picked_up_by !== null && step.picked_up_by !== actor.userId) {
    const name = (await listPersonNames(trx, [step.picked_up_by])).get(step.picked_up_by)
    throw new DomainError(
      'move-step-taken',
      `${name} has taken ${step.box_alias} out already. Take the next box.`,
    )
  }
  if (step.picked_up_by === actor.userId) return stepReply(trx, step, steps)
  const later = findLaterThan(body.scannedAt, actor)
  if (step.kind === 'box') await assertNotMovedSince(trx, step, later)
  const columns = {
    picked_up_at: at,
    picked_up_by: actor.userId,
    action_number: await nextActionNumber(trx),
    ...(step.state === 'planned' && { state: 'picked-up' as const }),
  }
  await updateStep(trx, step, columns)
  const after = { moveId: move.id, name: move.name, ...scannedBefore(at, actor) }
  await saveAuditEvent(trx, { action: 'move.pick-up', entityId: String(step.box_id), after }, actor)
  return stepReply(trx, { ...step, ...columns }, steps)
}

/**
 * Moves a box, or its tubes, to the place that was scanned. Throws `move-target-wrong` with the right one,
 * `move-step-done`, and what finding the box throws. A box for which the plan has no place goes to any that takes it.
 */
export async function confirmBox(trx: Transaction, body: ConfirmMoveBody, actor: ScanningActor) {
  const { move, steps, step, at } = await findStep(trx, body, actor)
  const scanned = await findScannedTarget(trx, body.targetCode)
  const placed = step.state === 'unfit' ? await chooseCell(trx, step, scanned) : step
  if (step.state !== 'unfit') await assertRightTarget(trx, step, scanned)

  const later = findLaterThan(body.scannedAt, actor)
  const version = placed.kind === 'box' ? await placeBox(trx, placed, { at, later }, actor) : undefined
  const stayed = placed.kind === 'tubes' ? await mergeTubes(trx, placed, { at, later }, actor) : []
  const target = targetOf(placed)
  const grids = await readGrids(trx, [originOf(step), target])
  const columns = {
    state: 'confirmed' as const,
    box_alias: step.box_alias,
    confirmed_at: at,
    confirmed_by: actor.userId,
    action_number: await nextActionNumber(trx),
    to_storage_id: placed.to_storage_id,
    to_row: placed.to_row,
    to_column: placed.to_column,
    was_unfit: step.state === 'unfit',
    ...(stayed.length > 0 && {
      tubes: placed.tubes - stayed.length,
      is_changed: true,
      note: describeStayed(placed, stayed),
    }),
  }
  await updateStep(trx, step, columns)
  await saveAuditEvent(
    trx,
    {
      action: 'move.confirm',
      entityId: String(step.box_id),
      before: { location: describePlace(originOf(step), grids)?.path ?? null },
      after: {
        location: describePlace(target, grids)?.path ?? null,
        moveId: move.id,
        name: move.name,
        ...(version && { version }),
        ...scannedBefore(at, actor),
      },
    },
    actor,
  )
  return stepReply(trx, { ...step, ...columns }, steps)
}

async function findStep(trx: Transaction, { moveId, boxCode, ...sent }: PickUpBody, actor: ScanningActor) {
  const at = scanTime(sent, actor)
  const move: MoveRow = await lockOpenMove(trx, moveId)
  const steps = await refreshAndSave(trx, move, { unfitToo: false }, actor)
  const step = await findScannedStep(trx, steps, boxCode)
  if (step.state === 'confirmed' || step.state === 'elsewhere') throw await alreadyDone(trx, step)
  return { move, steps, step, at }
}

async function alreadyDone(trx: Transaction, step: StepRow): Promise<DomainError> {
  if (step.state === 'elsewhere') return new DomainError('move-step-done', step.note)
  const path = describePlace(targetOf(step), await readGrids(trx, [targetOf(step)]))?.path
  const name = (await listPersonNames(trx, [step.confirmed_by ?? ''])).get(step.confirmed_by ?? '')
  const isDone = step.kind === 'tubes' ? `The tubes of ${step.box_alias} are in` : `${step.box_alias} is at`
  return new DomainError(
    'move-step-done',
    `${path ? `${isDone} ${path}` : `${step.box_alias} was moved`} already: ${name} has confirmed it.`,
  )
}

async function assertRightTarget(trx: Transaction, step: StepRow, scanned: ScannedTarget) {
  const target = targetOf(step)
  const whole = { storageId: scanned.storageId, row: null, column: null }
  const grids = await readGrids(trx, [target, whole])
  const right = describePlace(target, grids)
  if (!right)
    throw new DomainError('move-target-wrong', `The new place of ${step.box_alias} no longer exists.`)
  const isCell = !scanned.position || isTargetCell(scanned.position, target, grids.get(right.storageId))
  if (scanned.storageId === right.storageId && isCell) return
  const isOtherCell = scanned.position && scanned.storageId === right.storageId
  const what = isOtherCell
    ? `${scanned.position} of ${scanned.alias}`
    : (describePlace(whole, grids)?.path ?? scanned.alias)
  throw new DomainError(
    'move-target-wrong',
    step.kind === 'tubes'
      ? `That is ${what}. The tubes of ${step.box_alias} go into ${right.path}.`
      : `That is ${what}. ${step.box_alias} goes to ${right.path}.`,
  )
}

function isTargetCell(
  label: string,
  target: ReturnType<typeof targetOf>,
  grid: GridRow | undefined,
): boolean {
  const cell = grid && parsePositionLabel(label, grid)
  return cell !== undefined && cell.row === target?.row && cell.column === target.column
}

/** The place that a person chooses for a box without one: the cell that was scanned, else the first free one. */
async function chooseCell(trx: Transaction, step: StepRow, scanned: ScannedTarget): Promise<StepRow> {
  const storage = await getStorage(trx, scanned.storageId)
  const cell = scanned.position ? resolveCell({ location: scanned.position }, storage) : undefined
  return {
    ...step,
    kind: 'box',
    to_storage_id: storage.id,
    to_row: cell?.row ?? null,
    to_column: cell?.column ?? null,
  }
}

/** Throws `move-step-done` if somebody has moved the box, or taken it out of storage, after the scan. */
async function assertNotMovedSince(trx: Transaction, step: StepRow, later: Since | undefined): Promise<void> {
  const laterMove = later && (await findLaterMoveOfBox(trx, step.box_id, later))
  if (!laterMove) return
  throw new DomainError(
    'move-step-done',
    `${step.box_alias} was moved since this scan, by ${laterMove.personName} (${timeInMessage(laterMove.at)}).`,
  )
}

/**
 * Moves a box as a whole, and returns its new version. Fills in the cell that was free if none was chosen. Throws
 * `move-step-done` if the box was moved after the scan.
 */
async function placeBox(
  trx: Transaction,
  step: StepRow,
  { at: scannedAt, later }: { at: Date; later: Since | undefined },
  actor: Actor,
): Promise<number> {
  await lockStorage(trx, step.box_id)
  await assertNotMovedSince(trx, step, later)
  await placeStorage(
    trx,
    {
      childId: step.box_id,
      parentId: step.to_storage_id ?? 0,
      rowCoordinate: step.to_row,
      columnCoordinate: step.to_column,
    },
    actor,
    scannedAt,
  )
  await updateStorageColumns(trx, step.box_id, {}, actor.at)
  const { row_coordinate, column_coordinate, version } = await getStorage(trx, step.box_id)
  step.to_row = row_coordinate
  step.to_column = column_coordinate
  return version
}

/**
 * Moves the tubes of a box cell by cell. Their custody stays, and those that wait to be put away still do. Returns
 * those that stay in the box, because somebody has put them into it after the scan.
 */
async function mergeTubes(
  trx: Transaction,
  step: StepRow,
  { at: placedAt, later }: { at: Date; later: Since | undefined },
  actor: Actor,
): Promise<ChangeSinceScan[]> {
  const planned = await listTubes(trx, step.move_id, step.box_id)
  const ids = planned.map(({ sample_id }) => sample_id)
  await lockExistingSamples(trx, ids)
  const stayed = later ? await listPlacings(trx, ids, later) : []
  const isStaying = new Set(stayed.map(({ sampleId }) => sampleId))
  if (stayed.length > 0) await deleteTubeSteps(trx, step, [...isStaying])
  const tubes = planned.filter(({ sample_id }) => !isStaying.has(sample_id))
  await arrangeSamples(
    trx,
    {
      moves: tubes.map(({ sample_id, to_row, to_column }) => ({
        sampleId: sample_id,
        storageId: step.to_storage_id ?? 0,
        rowCoordinate: to_row,
        columnCoordinate: to_column,
      })),
      expected: tubes.map(({ sample_id, from_row, from_column }) => ({
        sampleId: sample_id,
        storageId: step.box_id,
        rowCoordinate: from_row,
        columnCoordinate: from_column,
      })),
    },
    actor,
    { keepsCustody: true, keepsPutAway: true, placedAt },
  )
  return stayed
}

/** By tube IDs only: names of samples may be those of people, and an erasure does not know of this text. */
function describeStayed({ box_alias }: StepRow, stayed: readonly ChangeSinceScan[]): string {
  const tubeIds = joinTexts(
    stayed.map(({ alias }) => alias),
    { max: 3 },
  )
  const [was, stays] = stayed.length === 1 ? ['was', 'stays'] : ['were', 'stay']
  return `${tubeIds} ${was} put into ${box_alias} since the scan and ${stays} there.`
}

/** Returns the step as it is now, and how far the move is. */
export async function stepReply(trx: Transaction, step: StepRow, steps: readonly StepRow[]) {
  const all = steps.map((other) => (other.box_id === step.box_id ? step : other))
  const [described] = await describeSteps(trx, [step])
  if (!described) throw new Error(`The step of box ${step.box_id} was just saved`)
  const { moved, boxes } = countSteps(all)
  return { ...succeeded, step: described, moved, boxes }
}
