import type { SampleTreeReply, TreeBatch, TreeSample } from '@lims/contract/sample-tree.ts'
import type { ListedSample, SampleListReply } from '@lims/contract/samples.ts'

/** A row of the tree: a batch, or a sample with its children. */
export type BatchRow = { key: string; batch: TreeBatch; children: SampleRow[] }
export type SampleRow = {
  key: string
  sample: ListedSample
  children?: SampleRow[]
  /** Shown only because a child matches the filters. */
  isContext?: true
}
export type TreeRow = BatchRow | SampleRow

export const isBatchRow = (row: TreeRow): row is BatchRow => 'batch' in row

/** The rows of all pages: batches, parents, children. A batch whose samples are on several pages is one row. */
export function treeRows(pages: readonly SampleTreeReply[]): BatchRow[] {
  const rows = new Map<string, BatchRow>()
  for (const { batches, samples } of pages) {
    for (const batch of batches) {
      const known = rows.get(batch.id)
      if (known) known.batch = batch
      else rows.set(batch.id, { key: batch.id, batch, children: [] })
    }
    for (const sample of samples) rows.get(sample.batchId)?.children.push(familyRow(sample))
  }
  return [...rows.values()]
}

/** The batches of which no page has the rest: they were closed when the page after it was loaded. */
export const batchesLeftOut = ({
  pages,
  pageParams,
}: {
  pages: readonly SampleTreeReply[]
  pageParams: readonly unknown[]
}): string[] =>
  pages.flatMap(({ batches, nextBatchCursor }, index) =>
    nextBatchCursor !== undefined && pageParams[index + 1] === nextBatchCursor
      ? batches.slice(-1).map(({ id }) => id)
      : [],
  )

/**
 * Samples without families, in the order of the pages, as the children of a batch that is not shown. A sample that came
 * to the next page before that was read is on both, and is one row.
 */
export function flatRows(pages: readonly SampleListReply[]): BatchRow[] {
  const rows = new Map<string, SampleRow>()
  for (const { samples } of pages)
    for (const sample of samples) rows.set(sample.id, { key: sample.id, sample })
  const batch = { id: '', name: '', numSamples: 0, byStatus: {} }
  return [{ key: 'sorted', batch, children: [...rows.values()] }]
}

const familyRow = ({ children, isContext, ...sample }: TreeSample): SampleRow => ({
  key: sample.id,
  sample,
  ...(isContext && { isContext }),
  ...(children.length > 0 && { children: children.map((child) => ({ key: child.id, sample: child })) }),
})

/** The keys of all rows with children. */
export const expandableKeys = (rows: readonly BatchRow[]): string[] =>
  rows.flatMap(({ key, children }) => [key, ...children.filter((row) => row.children).map((row) => row.key)])

/** The number of rows in the tree without those in closed ones. */
export const countOpenRows = (rows: readonly TreeRow[], open: ReadonlySet<string>): number =>
  rows.reduce(
    (sum, { key, children }) => sum + 1 + (children && open.has(key) ? countOpenRows(children, open) : 0),
    0,
  )

/** The samples that match the filters, in the order of the tree: only these are counted and can be chosen. */
export const matchingSamples = (rows: readonly BatchRow[]): ListedSample[] =>
  rows.flatMap(({ children }) =>
    children.flatMap(({ sample, children, isContext }) => [
      ...(isContext ? [] : [sample]),
      ...(children ?? []).map((row) => row.sample),
    ]),
  )
