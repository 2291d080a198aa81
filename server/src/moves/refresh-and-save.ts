import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import {
  deleteSteps,
  insertSteps,
  insertTubeSteps,
  listSteps,
  listTubes,
  lockPlanning,
  type MoveRow,
  type StepRow,
} from './move-queries.ts'
import { type Refreshed, refreshSteps } from './refresh-steps.ts'
import { eventsOf } from './start-move.ts'

/** Plans again what is stale, saves it with its audit event, and returns the steps as they are now. */
export async function refreshAndSave(
  trx: Transaction,
  move: MoveRow,
  options: { unfitToo: boolean },
  actor: Actor,
): Promise<StepRow[]> {
  const saved = await listSteps(trx, move.id)
  const unlocked = await refreshSteps(trx, move, saved, options)
  if (unlocked.changed.length === 0) return unlocked.steps
  // Other plans may have taken the same cells since: refresh again under the lock for plans.
  await lockPlanning(trx)
  const refreshed = await refreshSteps(trx, move, saved, options)
  await saveChanges(trx, move, refreshed)
  const boxes = refreshed.changed.map(({ box_alias }) => box_alias)
  const after = {
    moveId: move.id,
    name: move.name,
    boxes: boxes.slice(0, maxNamedBoxes),
    count: boxes.length,
  }
  await saveAuditEvents(trx, eventsOf('move.replan', move.source_ids, after), actor)
  return refreshed.steps
}

const maxNamedBoxes = 20

/** Deletes the changed steps first: their cells are unique. */
async function saveChanges(trx: Transaction, move: MoveRow, { changed, tubes }: Refreshed) {
  const ids = changed.map(({ box_id }) => box_id)
  const planned = new Set(tubes.map(({ box_id }) => box_id))
  const isKept = new Set(
    changed
      .filter(({ kind, tubes: count, box_id }) => kind === 'tubes' && count > 0 && !planned.has(box_id))
      .map(({ box_id }) => box_id),
  )
  const kept =
    isKept.size > 0 ? (await listTubes(trx, move.id)).filter(({ box_id }) => isKept.has(box_id)) : []
  await deleteSteps(trx, move.id, ids)
  await insertSteps(trx, changed)
  await insertTubeSteps(trx, [...kept, ...tubes])
}
