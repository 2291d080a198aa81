import type { MovingTube } from '@lims/contract/moves.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import type { Db } from '../db/database.ts'
import { findMove, listNamesOfTubes, listSteps, listTubes } from './move-queries.ts'
import { refreshSteps } from './refresh-steps.ts'
import { listGrids } from './tree-queries.ts'

/** Reads which tube of a box goes into which cell, as the move shows it: planned again where that is stale. */
export async function readMovingTubes(db: Db, moveId: string, boxId: number): Promise<MovingTube[]> {
  const move = await findMove(db, moveId)
  if (!move) return []
  const refreshed = await refreshSteps(db, move, await listSteps(db, moveId), { unfitToo: false })
  const step = refreshed.steps.find(({ box_id }) => box_id === boxId)
  // A box whose tubes were all taken away since is planned again without any.
  if (step?.kind !== 'tubes' || step.tubes === 0) return []
  const replanned = refreshed.tubes.filter(({ box_id }) => box_id === boxId)
  const tubes = replanned.length > 0 ? replanned : await listTubes(db, moveId, boxId)

  const grids = await listGrids(db, [boxId, step.to_storage_id ?? 0])
  const label = (storageId: number, row: number, column: number) => {
    const grid = grids.get(storageId)
    return grid ? positionLabel({ row, column }, grid) : ''
  }
  const names = await listNamesOfTubes(
    db,
    tubes.map(({ sample_id }) => sample_id),
  )
  return [...tubes]
    .sort((one, other) => one.to_row - other.to_row || one.to_column - other.to_column)
    .flatMap(({ sample_id, from_row, from_column, to_row, to_column }) => {
      const named = names.get(sample_id)
      if (!named) return []
      return {
        sampleId: sample_id,
        tubeId: named.alias,
        name: named.name,
        fromPosition: label(boxId, from_row, from_column),
        toPosition: label(step.to_storage_id ?? 0, to_row, to_column),
      }
    })
}
