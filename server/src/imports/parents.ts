import type { ImportRow } from './import-row.ts'

/** A sample that is in the batch already and may be a parent. */
export type KnownParent = { id: string; name: string; alias: string; parent_sample_id: string | null }
/** Which row, or which sample of the batch, a row names as its parent. */
export type Parents = Map<ImportRow, ImportRow | KnownParent>

export const isRow = (parent: ImportRow | KnownParent): parent is ImportRow => 'number' in parent
const isChild = (parent: ImportRow | KnownParent) =>
  isRow(parent) ? parent.parent !== undefined : parent.parent_sample_id !== null

/** Finds every parent: by id, then by tube id, then by name; among the rows first, then in the batch. */
export function findParents(
  rows: readonly ImportRow[],
  known: readonly KnownParent[],
  report: (row: ImportRow, message: string) => void,
): Parents {
  const inFile = createLookup(rows, ({ sourceId }) => sourceId)
  const inBatch = createLookup(known, ({ id }) => id)
  const parents: Parents = new Map()
  for (const row of rows) {
    if (row.parent === undefined) continue
    const found = inFile(row.parent).length > 0 ? inFile(row.parent) : inBatch(row.parent)
    const [parent, second] = found.some((one) => !isChild(one)) ? found.filter((one) => !isChild(one)) : found
    if (!parent) report(row, 'There is no such parent sample, neither in this file nor in the batch')
    else if (parent === row) report(row, 'A sample cannot be its own parent')
    else if (isChild(parent)) report(row, `${parent.name} is itself a child sample and cannot have children`)
    else if (second) report(row, 'More than one sample has this name: name the parent by its tube id')
    else parents.set(row, parent)
  }
  return parents
}

type Named = { name: string; alias: string | undefined }

function createLookup<T extends Named>(
  all: readonly T[],
  idOf: (one: T) => string | undefined,
): (ref: string) => T[] {
  const byId = Map.groupBy(all, (one) => idOf(one)?.toLowerCase())
  const byAlias = Map.groupBy(all, ({ alias }) => alias?.toUpperCase())
  const byName = Map.groupBy(all, ({ name }) => name)
  return (ref) => byId.get(ref.toLowerCase()) ?? byAlias.get(ref.toUpperCase()) ?? byName.get(ref) ?? []
}

/** The rows as they stand, but for children that stand before their parent: they follow right after it. */
export function parentsFirst(rows: readonly ImportRow[], parents: Parents): ImportRow[] {
  const placed = new Set<ImportRow>()
  const waiting = new Map<ImportRow, ImportRow[]>()
  for (const row of rows) {
    const parent = parents.get(row)
    if (parent && isRow(parent) && !placed.has(parent)) {
      const siblings = waiting.get(parent)
      if (siblings) siblings.push(row)
      else waiting.set(parent, [row])
    } else {
      placed.add(row)
      for (const child of waiting.get(row) ?? []) placed.add(child)
    }
  }
  return [...placed]
}
