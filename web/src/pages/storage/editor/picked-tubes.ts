import type { Cell } from '@lims/contract/positions.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { type CellKey, cellOfKey, contentAt, type GridModel } from '../grid/grid-model.ts'

/** A tube on its way, and where it stood when it was picked up. */
export type Tube = { sampleId: string; name: string; alias: string; from: Cell }

/** Tubes picked up out of one storage. Where they land is told by where the first one, the anchor, lands. */
export type PickedTubes = { storageId: number; storageAlias: string; tubes: readonly Tube[]; anchor: Cell }

const isBefore = (one: Cell, other: Cell) =>
  one.row !== other.row ? one.row - other.row : one.column - other.column

/** Picks up the tubes of some cells, in the order of the cells; undefined when no tube stands in any. */
export function pickUp(model: GridModel, keys: Iterable<CellKey>, anchor?: Cell): PickedTubes | undefined {
  const cells = [...keys].map(cellOfKey).sort(isBefore)
  const tubes = cells.flatMap((from) => {
    const content = contentAt(model, from)
    return content?.sample ? [tubeOf(content, from)] : []
  })
  const first = tubes[0]
  if (!first) return undefined
  const { id, alias } = model.storage
  return { storageId: id, storageAlias: alias, tubes, anchor: anchor ?? first.from }
}

const tubeOf = ({ contentId, contentName, contentAlias }: OccupancyEntry, from: Cell): Tube => ({
  sampleId: contentId,
  name: contentName,
  alias: contentAlias,
  from,
})
