import { type Cell, type CellKey, cellKey, type FillOrder } from '@lims/contract/positions.ts'
import type { ChosenDetails } from '@lims/contract/sample-bulk.ts'
import type { ExpectedPlace, Move } from '@lims/contract/sample-location.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { cellsLeft } from '../../entities/storage/next-cell.ts'

export type Placement = { sample: ChosenDetails; cell: Cell }

export type PlacementPlan = {
  placements: readonly Placement[]
  /** Samples that are in the box already, and stay in their cells. */
  staying: readonly ChosenDetails[]
  /** How many samples find no free cell. */
  numWithoutCell: number
  free: ReadonlySet<CellKey>
}

/** Plans which sample goes into which free cell of a box: one after the other, in the order of the samples. */
export function planPlacement(
  samples: readonly ChosenDetails[],
  box: Storage,
  occupancy: readonly OccupancyEntry[],
  order: FillOrder,
): PlacementPlan {
  const staying = samples.filter(({ place }) => place?.storageId === box.id)
  const moving = samples.filter(({ place }) => place?.storageId !== box.id)
  const free = [...cellsLeft(box, occupancy, [], order)]
  return {
    placements: moving.flatMap((sample, index) => {
      const cell = free[index]
      return cell ? [{ sample, cell }] : []
    }),
    staying,
    numWithoutCell: Math.max(0, moving.length - free.length),
    free: new Set(free.map(cellKey)),
  }
}

/**
 * Returns the plan with the cells of an earlier one: tubes may already be in them. Undefined if one of them is taken by
 * now, or a tube had none.
 */
export function withCellsOf(earlier: PlacementPlan, now: PlacementPlan): PlacementPlan | undefined {
  const cells = cellsById(earlier)
  const placements = now.placements.flatMap(({ sample }) => {
    const cell = cells.get(sample.id)
    return cell && now.free.has(cellKey(cell)) ? [{ sample, cell }] : []
  })
  return placements.length === now.placements.length ? { ...now, placements } : undefined
}

/** Returns whether a tube of a plan had another cell in an earlier one. */
export function givesOtherCells(earlier: PlacementPlan, now: PlacementPlan): boolean {
  const cells = cellsById(earlier)
  return now.placements.some(({ sample, cell }) => {
    const before = cells.get(sample.id)
    return before !== undefined && cellKey(before) !== cellKey(cell)
  })
}

const cellsById = ({ placements }: PlacementPlan) =>
  new Map(placements.map(({ sample, cell }) => [sample.id, cell]))

/** The moves of a plan. */
export const movesOf = ({ placements }: PlacementPlan, storageId: number): Move[] =>
  placements.map(({ sample, cell }) => ({
    sampleId: sample.id,
    storageId,
    rowCoordinate: cell.row,
    columnCoordinate: cell.column,
  }))

/**
 * Where samples are now, and the change of custody that holds: a move from an outdated list is refused, and ends no
 * check-out that was made since.
 */
export const placesOf = (samples: readonly ChosenDetails[]): ExpectedPlace[] =>
  samples.map(({ id, place, custodyEventId }) => ({
    sampleId: id,
    custodyEventId,
    storageId: place?.storageId ?? 0,
    rowCoordinate: place?.rowCoordinate ?? null,
    columnCoordinate: place?.columnCoordinate ?? null,
  }))
