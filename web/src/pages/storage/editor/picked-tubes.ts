import { type Cell, type CellKey, cellKey, cellOfKey } from '@lims/contract/positions.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { contentAt, type GridModel } from '../grid/grid-model.ts'

/** A tube that is cut or dragged, the cell that it comes from, and the change of custody that held then. */
export type Tube = {
  sampleId: string
  name: string
  alias: string
  from: Cell
  custodyEventId: number | null
}

/**
 * Tubes of one storage that are cut or dragged. The anchor is the cell that is placed on the target; the others follow
 * it.
 */
export type PickedTubes = { storageId: number; storageAlias: string; tubes: readonly Tube[]; anchor: Cell }

const byPosition = (one: Cell, other: Cell) =>
  one.row !== other.row ? one.row - other.row : one.column - other.column

/**
 * Returns the tubes of some cells, row by row, or undefined if none of the cells holds a tube. The anchor is the first
 * tube's cell unless given.
 */
export function pickTubes(model: GridModel, keys: Iterable<CellKey>, anchor?: Cell): PickedTubes | undefined {
  const cells = [...keys].map(cellOfKey).sort(byPosition)
  const tubes = cells.flatMap((from) => {
    const content = contentAt(model, from)
    return content?.sample ? [tubeOf(content, content.sample, from)] : []
  })
  const first = tubes[0]
  if (!first) return undefined
  const { id, alias } = model.storage
  return { storageId: id, storageAlias: alias, tubes, anchor: anchor ?? first.from }
}

/**
 * Returns a function that tells whether a tube was picked in this cell of this storage: it may be in another by now.
 */
export function isPickedAt({ storageId, tubes }: PickedTubes) {
  const cells = new Map(tubes.map(({ sampleId, from }) => [sampleId, cellKey(from)]))
  return (inStorage: number, sampleId: string, cell: CellKey): boolean =>
    inStorage === storageId && cells.get(sampleId) === cell
}

/** Returns the picked tubes without those that `some` has of the same cells, or undefined if none is left. */
export function withoutTubes(picked: PickedTubes | undefined, some: PickedTubes): PickedTubes | undefined {
  const isOfSome = isPickedAt(some)
  const tubes = picked?.tubes.filter(
    ({ sampleId, from }) => !isOfSome(picked.storageId, sampleId, cellKey(from)),
  )
  return picked && tubes && tubes.length > 0 ? { ...picked, tubes } : undefined
}

const tubeOf = (
  { contentId, contentName, contentAlias }: OccupancyEntry,
  { custodyEventId }: NonNullable<OccupancyEntry['sample']>,
  from: Cell,
): Tube => ({
  sampleId: contentId,
  name: contentName,
  alias: contentAlias,
  from,
  custodyEventId,
})
