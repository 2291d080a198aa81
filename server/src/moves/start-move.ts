import type { PlanMoveBody } from '@lims/contract/moves.ts'
import type { Actor } from '../audit/actor.ts'
import { type AuditEvent, saveAuditEvents } from '../audit/audit-queries.ts'
import type { Db, Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { describeDraft } from './describe-steps.ts'
import { insertMove, insertSteps, insertTubeSteps, lockPlanning } from './move-queries.ts'
import { type PlanRequest, readPlan } from './read-plan.ts'
import { asStep, asTubeStep } from './refresh-steps.ts'

const asRequest = (body: PlanMoveBody): PlanRequest => ({
  goal: body.goal,
  sourceIds: body.storageIds,
  racks: body.racks ?? undefined,
  targetIds: body.targetIds ?? [],
  merges: body.merge,
  belowPercent: body.belowPercent,
  allowsUnknownTemperature: body.allowUnknownTemperature,
})

/** Plans a move without saving it. */
export async function previewMove(db: Db, body: PlanMoveBody) {
  const { name, steps, busy, freezers, warnings } = await readPlan(db, asRequest(body))
  const fitting = steps.filter(({ to }) => to !== null)
  return {
    name,
    steps: await describeDraft(db, [...steps, ...busy]),
    freezers,
    boxes: fitting.length,
    tubes: fitting.reduce((sum, { tubes }) => sum + tubes, 0),
    notFitting: steps.length + busy.length - fitting.length,
    warnings,
  }
}

/** Plans a move and saves it. Returns its id. Throws `move-empty` if there is nothing to move. */
export async function startMove(trx: Transaction, body: PlanMoveBody, actor: Actor): Promise<string> {
  await lockPlanning(trx)
  const request = asRequest(body)
  const plan = await readPlan(trx, request)
  // Boxes that find none to be merged with stay as they are; those of an evacuation must not be forgotten.
  const steps = request.goal === 'consolidate' ? plan.steps.filter(({ to }) => to !== null) : plan.steps
  if (steps.length === 0) {
    throw new DomainError(
      'move-empty',
      plan.busy[0]?.note ??
        (request.goal === 'consolidate'
          ? 'There are no boxes to merge here.'
          : 'There are no boxes to move here.'),
    )
  }
  const id = await insertMove(
    trx,
    {
      name: plan.name,
      goal: request.goal,
      source_ids: plan.sourceIds,
      target_ids: [...request.targetIds],
      merges: request.merges,
      below_percent: request.belowPercent,
      allows_unknown_temperature: request.allowsUnknownTemperature,
    },
    actor,
  )
  await insertSteps(
    trx,
    steps.map((step, index) => asStep(step, id, index + 1)),
  )
  await insertTubeSteps(
    trx,
    plan.tubes.map((tube) => asTubeStep(tube, id)),
  )
  const after = { moveId: id, name: plan.name, boxes: steps.length }
  await saveAuditEvents(trx, eventsOf('move.start', plan.sourceIds, after), actor)
  return id
}

/** Returns one event for each storage that a move empties. */
export const eventsOf = (
  action: 'move.start' | 'move.replan' | 'move.close',
  sourceIds: readonly number[],
  after: Record<string, unknown>,
): AuditEvent[] => sourceIds.map((id) => ({ action, entityId: String(id), after }))
