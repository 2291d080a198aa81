import { type Axes, positionLabel } from '@lims/contract/positions.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'

/** Returns the labels of all cells of a grid, row by row. */
export const cellLabels = (axes: Axes): string[] =>
  Array.from({ length: axes.numberRows * axes.numberColumns }, (_, index) =>
    positionLabel(
      { row: Math.floor(index / axes.numberColumns) + 1, column: (index % axes.numberColumns) + 1 },
      axes,
    ),
  )

/** Returns the label of the first free cell, row by row; undefined if the storage is full. */
export function findFreeCell(
  axes: Axes,
  occupancy: readonly Pick<OccupancyEntry, 'position'>[],
): string | undefined {
  const held = new Set(occupancy.map(({ position }) => position))
  return cellLabels(axes).find((label) => !held.has(label))
}
