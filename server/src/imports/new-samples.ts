import { ownTubeId } from '@lims/contract/sample-codes.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import { countsFromNames } from './child-counts.ts'
import type { NewSample } from './import-queries.ts'
import type { ImportRow } from './import-row.ts'
import { isRow, type KnownParent, type Parents, parentsFirst } from './parents.ts'

/** Converts rows to samples in the order of creation. */
export function toNewSamples(rows: readonly ImportRow[], parents: Parents): NewSample[] {
  const children = childrenNames(parents)
  return parentsFirst(rows, parents).map((row) => ({
    ...row,
    parentId: parents.get(row)?.id ?? null,
    thawCount: row.thawCount ?? inheritedThaws(row.type, parents.get(row)),
    childCounts: countsFromNames(row.name, children.get(row) ?? []),
  }))
}

/**
 * Returns the freeze-thaw cycles with which a sample begins: an aliquot is material that was thawed with its parent.
 * Null if they are those of an existing sample, which the insert reads.
 */
function inheritedThaws(type: SampleType, parent: ImportRow | KnownParent | undefined): number | null {
  if (parent === undefined) return 0
  if (!isRow(parent)) return null
  return parent.type === type ? (parent.thawCount ?? 0) : 0
}

/** Returns the names of the children in the file by parent. */
export function childrenNames(parents: Parents): Map<ImportRow | KnownParent, string[]> {
  const names = new Map<ImportRow | KnownParent, string[]>()
  for (const [child, parent] of parents) {
    const siblings = names.get(parent)
    if (siblings) siblings.push(child.name)
    else names.set(parent, [child.name])
  }
  return names
}

/** Returns the numbers in tube IDs that have the form of generated ones. */
export const tubeNumbers = (samples: readonly { alias: string | undefined }[]): number[] =>
  samples.flatMap(({ alias }) => Number(ownTubeId.exec(alias ?? '')?.[1] ?? Number.NaN)).filter((n) => n >= 0)
