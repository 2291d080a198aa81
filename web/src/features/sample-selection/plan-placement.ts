import type { Cell, FillOrder } from '@lims/contract/positions.ts'
import type { ChosenDetails } from '@lims/contract/sample-bulk.ts'
import type { Move } from '@lims/contract/sample-location.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { cellsLeft } from '../../entities/storage/next-cell.ts'

export type Placement = { sample: ChosenDetails; cell: Cell }

export type PlacementPlan = {
  placements: readonly Placement[]
  /** Samples that are in the box already, and stay in their cells. */
  staying: readonly ChosenDetails[]
  /** How many samples find no free cell. */
  numWithoutCell: number
  numFree: number
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
    numFree: free.length,
  }
}

/** The moves of a plan. */
export const movesOf = ({ placements }: PlacementPlan, storageId: number): Move[] =>
  placements.map(({ sample, cell }) => ({
    sampleId: sample.id,
    storageId,
    rowCoordinate: cell.row,
    columnCoordinate: cell.column,
  }))

/** Where samples are now, so that a move from an outdated list is refused. */
export const placesOf = (samples: readonly ChosenDetails[]): Move[] =>
  samples.map(({ id, place }) => ({
    sampleId: id,
    storageId: place?.storageId ?? 0,
    rowCoordinate: place?.rowCoordinate ?? null,
    columnCoordinate: place?.columnCoordinate ?? null,
  }))
