/** A box and the storages around it, root first. */
export type BoxPath = {
  storageId: number
  /** The ids of the storages, root first, with the box. */
  ids: number[]
  /** Their names. */
  path: string[]
  /** The cell of each in the one around it; null for the root. */
  cells: ({ row: number; column: number } | null)[]
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Compares freezers by name: 'Freezer 2' before 'Freezer 10'. */
export const compareFreezers = (
  one: { id: number; alias: string },
  other: { id: number; alias: string },
): number => byName.compare(one.alias, other.alias) || one.id - other.id

/** Compares the content of the same storage by cell, row by row. */
export const compareCells = (one: Position, other: Position): number =>
  (one?.row ?? 0) - (other?.row ?? 0) || (one?.column ?? 0) - (other?.column ?? 0)
type Position = { row: number | null; column: number | null } | null | undefined

/**
 * Compares boxes in the order of a walk: by freezer, then in each storage by the position in it.
 */
function compareBoxes(one: BoxPath, other: BoxPath): number {
  const [oneRoot = 0, otherRoot = 0] = [one.ids[0], other.ids[0]]
  if (oneRoot !== otherRoot) {
    return compareFreezers(
      { id: oneRoot, alias: one.path[0] ?? '' },
      { id: otherRoot, alias: other.path[0] ?? '' },
    )
  }
  for (let level = 1; level < Math.max(one.cells.length, other.cells.length); level++) {
    const difference = compareCells(one.cells[level], other.cells[level])
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns boxes in the order of the walk, each with the number of its freezer, starting at 1. */
export function sortForWalk<B extends BoxPath>(boxes: readonly B[]): (B & { door: number })[] {
  const doors = new Map<number | undefined, number>()
  return boxes.toSorted(compareBoxes).map((box) => {
    const [root] = box.ids
    const door = doors.get(root) ?? doors.size + 1
    doors.set(root, door)
    return { ...box, door }
  })
}
