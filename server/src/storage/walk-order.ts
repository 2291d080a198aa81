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

const byName = new Intl.Collator('en', { numeric: true })

/**
 * Compares boxes in the order of a walk: by the name of the freezer ('Freezer 2' before 'Freezer 10'), then in each
 * storage by the position in it, row by row.
 */
export function compareBoxes(one: BoxPath, other: BoxPath): number {
  const [oneRoot = 0, otherRoot = 0] = [one.ids[0], other.ids[0]]
  if (oneRoot !== otherRoot) {
    return byName.compare(one.path[0] ?? '', other.path[0] ?? '') || oneRoot - otherRoot
  }
  for (let level = 1; level < Math.min(one.ids.length, other.ids.length); level++) {
    const [a, b] = [one.cells[level], other.cells[level]]
    const difference = (a?.row ?? 0) - (b?.row ?? 0) || (a?.column ?? 0) - (b?.column ?? 0)
    if (difference !== 0) return difference
  }
  return one.ids.length - other.ids.length || one.storageId - other.storageId
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
