import type { ChildCounts } from '@lims/contract/batches.ts'
import type { SampleTreeQuery, SampleTreeReply, TreeBatch } from '@lims/contract/sample-tree.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { nextReads } from '../http/next-reads.ts'
import { partsOfIds, resolveFilter, withRareStatuses } from './resolve-filter.ts'
import { countSamples, listBatchCounts, listChildCounts } from './sample-count-queries.ts'
import { areFewEnoughToCollect } from './sample-list-queries.ts'
import { asListedSamples } from './sample-place-queries.ts'
import {
  filterOf,
  listTreeChildren,
  listTreeParents,
  type TreePosition,
  type TreeRow,
} from './sample-tree-queries.ts'

const shareFirstPage = nextReads<SampleTreeReply>()

/**
 * Returns a page of the tree. Children are always on the page of their parent. Throws `request-invalid` for a cursor
 * that it has not returned.
 */
export const readSampleTree = (db: Db, query: SampleTreeQuery): Promise<SampleTreeReply> =>
  query.cursor === undefined
    ? shareFirstPage(db, JSON.stringify(query), () => readPage(db, query))
    : readPage(db, query)

async function readPage(db: Db, query: SampleTreeQuery): Promise<SampleTreeReply> {
  const resolved = await resolveFilter(db, filterOf(query))
  const filter = await withRareStatuses(db, resolved)
  const after = parseCursor(query.cursor)
  const count = await countSamples(db, filter)
  const collects = await areFewEnoughToCollect(filter, count)
  const page = { filter, collects, after, limit: query.pageSize + 1 }
  const found = count.total > 0 ? await listTreeParents(db, page) : []
  const parents = found.slice(0, query.pageSize)
  const batchIds = [...new Set(parents.map(({ batch_id }) => batch_id))]
  const [children, counts, childCounts] = await Promise.all([
    listTreeChildren(
      db,
      parents.map(({ id }) => id),
      filter,
    ),
    listBatchCounts(db, batchIds),
    listChildCounts(db, batchIds),
  ])
  const listed = await asListedSamples(db, [...parents, ...children])
  const childrenOf = Map.groupBy(listed.slice(parents.length), ({ parentSampleId }) => parentSampleId)
  const last = found.length > query.pageSize ? parents.at(-1) : undefined
  return {
    batches: batchesOf(parents, { counts, childCounts }),
    samples: listed.slice(0, parents.length).map((sample, index) => ({
      ...sample,
      ...(parents[index]?.is_match ? {} : { isContext: true as const }),
      children: childrenOf.get(sample.id) ?? [],
    })),
    ...(last
      ? {
          nextCursor: `${last.batch_number}.${last.number}`,
          nextBatchCursor: `${last.batch_number}`,
        }
      : {}),
    totalSamples: count.total,
    totalIsExact: count.isExact,
    ...partsOfIds(query, resolved),
  }
}

type CountsByBatch = {
  counts: Map<string, TreeBatch['byStatus']>
  childCounts: Map<string, ChildCounts>
}

function batchesOf(parents: TreeRow[], { counts, childCounts }: CountsByBatch): TreeBatch[] {
  const names = new Map(parents.map(({ batch_id, batch_name }) => [batch_id, batch_name]))
  return [...names].map(([id, name]) => {
    const byStatus = counts.get(id) ?? {}
    const children = childCounts.get(id)
    const numSamples = Object.values(byStatus).reduce((sum, count) => sum + count, 0)
    return { id, name, byStatus, numSamples, ...(children && { children }) }
  })
}

function parseCursor(cursor: string | undefined): TreePosition | undefined {
  if (cursor === undefined) return undefined
  const [, batchNumber, sampleNumber] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(cursor) ?? []
  if (!batchNumber)
    throw new DomainError(
      'request-invalid',
      'cursor must be the nextCursor or nextBatchCursor of the previous page',
      'cursor',
    )
  return {
    batchNumber: Number(batchNumber),
    sampleNumber: sampleNumber === undefined ? undefined : Number(sampleNumber),
  }
}
