import type { CellKey, GridModel } from '../grid/grid-model.ts'
import { pickUp } from './picked-tubes.ts'

/** What is sent to take the tubes of some cells out of storage. */
export function takenOut(model: GridModel, keys: ReadonlySet<CellKey>) {
  const tubes = pickUp(model, keys)?.tubes ?? []
  return {
    moves: tubes.map(({ sampleId }) => ({ sampleId, storageId: 0 })),
    expected: tubes.map(({ sampleId, from }) => ({
      sampleId,
      storageId: model.storage.id,
      rowCoordinate: from.row,
      columnCoordinate: from.column,
    })),
  }
}
