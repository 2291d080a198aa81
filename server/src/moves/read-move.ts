import { isMoved, isTakenOut, type MoveDetails, type MoveSummary } from '@lims/contract/moves.ts'
import type { Db } from '../db/database.ts'
import { describeSteps } from './describe-steps.ts'
import { getMove, type ListedMove, listSteps, type StepRow } from './move-queries.ts'
import { refreshSteps } from './refresh-steps.ts'
import { listGrids } from './tree-queries.ts'

/** Reads a move as it is now: steps whose plan is stale are planned again, which the next write saves. */
export async function readMove(db: Db, id: string, now: Date): Promise<MoveDetails> {
  const move = await getMove(db, id)
  const { steps, inside } = await refreshSteps(db, move, await listSteps(db, id), { unfitToo: false })
  const grids = await listGrids(db, move.source_ids)
  return {
    ...asSummary({ ...move, ...countSteps(steps) }),
    sources: move.source_ids.flatMap((storageId) => {
      const grid = grids.get(storageId)
      if (!grid) return []
      const boxIds = [...inside].flatMap(([boxId, sourceId]) => (sourceId === storageId ? [boxId] : []))
      const { alias, type } = grid
      return [{ storageId, alias, type, boxesLeft: boxIds.length, boxIds }]
    }),
    belowPercent: move.below_percent,
    steps: await describeSteps(db, steps),
    now: now.toISOString(),
  }
}

export const countSteps = (steps: readonly StepRow[]) => ({
  boxes: steps.length,
  moved: steps.filter(isMoved).length,
  picked_up: steps.filter(({ state, picked_up_at }) => isTakenOut({ state, pickedUpAt: picked_up_at }))
    .length,
  unfit: steps.filter(({ state }) => state === 'unfit').length,
})

export const asSummary = (move: ListedMove): MoveSummary => ({
  id: move.id,
  name: move.name,
  goal: move.goal,
  state: move.state,
  boxes: move.boxes,
  moved: move.moved,
  pickedUp: move.picked_up,
  notFitting: move.unfit,
  startedAt: move.started_at.toISOString(),
  startedBy: move.started_by_name,
  endedAt: move.ended_at?.toISOString() ?? null,
  endedBy: move.ended_by_name,
})
