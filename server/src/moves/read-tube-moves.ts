import type { Db } from '../db/database.ts'
import { assignTubeCells, type MergeContents, type Plan, type TubeMove } from './plan-moves.ts'
import { listGrids, listTubesIn } from './tree-queries.ts'

/** Returns the cells to which the tubes of merged boxes go; none if the plan merges no boxes. */
export async function readTubeMoves(db: Db, { moves }: Plan): Promise<TubeMove[]> {
  const merges = moves.filter(({ kind }) => kind === 'tubes')
  if (merges.length === 0) return []
  return assignTubeCells(
    moves,
    await readContents(
      db,
      merges.flatMap(({ boxId, to }) => [boxId, to.storageId]),
    ),
  )
}

/** Reads what is in boxes, by the id of the box. */
export async function readContents(db: Db, boxIds: readonly number[]): Promise<Map<number, MergeContents>> {
  const ids = [...new Set(boxIds)]
  const tubes = Map.groupBy(await listTubesIn(db, ids), ({ boxId }) => boxId)
  const grids = await listGrids(db, ids)
  return new Map(
    [...grids].map(([id, { numberRows, numberColumns }]) => [
      id,
      { numberRows, numberColumns, tubes: tubes.get(id) ?? [] },
    ]),
  )
}
