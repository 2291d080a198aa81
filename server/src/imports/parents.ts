import { asOneLine } from '@lims/contract/text.ts'
import type { ImportRow } from './import-row.ts'

/** An existing sample of the batch. */
export type KnownParent = { id: string; name: string; alias: string; parent_sample_id: string | null }
/** The parent of each child row: another row or an existing sample. */
export type Parents = Map<ImportRow, ImportRow | KnownParent>

export const isRow = (parent: ImportRow | KnownParent): parent is ImportRow => 'number' in parent
const isChild = (parent: ImportRow | KnownParent) =>
  isRow(parent) ? parent.parent !== undefined : parent.parent_sample_id !== null

/** Finds parents by id, tube ID or name, in this order; first among the rows, then in the batch. */
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
    const { parent, second } = inFile(row.parent) ?? inBatch(row.parent) ?? {}
    if (!parent) report(row, 'Parent sample not found, neither in this file nor in the batch')
    else if (parent === row) report(row, 'A sample cannot be its own parent')
    else if (isChild(parent)) report(row, `${parent.name} is itself a child sample and cannot have children`)
    else if (second) report(row, 'More than one sample has this name: use the tube ID of the parent')
    else parents.set(row, parent)
  }
  return parents
}

type Parent = ImportRow | KnownParent
/**
 * The parent that a reference means, and a second one if it is ambiguous. Samples that can have children are preferred.
 */
type Found<T> = { parent?: T | undefined; second?: T | undefined }

function choose<T extends Parent>(group: readonly T[]): Found<T> {
  const able = group.filter((one) => !isChild(one))
  const [parent, second] = able.length > 0 ? able : group
  return { parent, second }
}

/** Chooses once for each reference: a file may have 20,000 rows with one name. */
function createLookup<T extends Parent>(
  all: readonly T[],
  idOf: (one: T) => string | undefined,
): (ref: string) => Found<T> | undefined {
  const indexBy = (referenceOf: (one: T) => string | undefined) =>
    new Map([...Map.groupBy(all, referenceOf)].map(([reference, group]) => [reference, choose(group)]))
  const byId = indexBy((one) => idOf(one)?.toLowerCase())
  const byAlias = indexBy(({ alias }) => alias?.toUpperCase())
  const byName = indexBy(({ name }) => name)
  return (ref) => byId.get(ref.toLowerCase()) ?? byAlias.get(ref.toUpperCase()) ?? byName.get(asOneLine(ref))
}

/** Returns the rows in order, with children that precede their parent moved directly after it. */
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
