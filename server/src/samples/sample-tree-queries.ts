import type { SampleTreeQuery } from '@lims/contract/sample-tree.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ResolvedFilter, SampleFilter } from './resolve-filter.ts'
import { batchHasKind } from './sample-count-queries.ts'
import { indexRange } from './sample-list-queries.ts'
import { fromMatches, matches } from './sample-match-queries.ts'
import { type SampleRow, selectSamples } from './sample-queries.ts'

export type TreeRow = SampleRow & { batch_number: number; is_match: boolean }
/**
 * Running numbers of a batch and of a parent sample in it: the end of a page. Without a sample, the end of the batch.
 */
export type TreePosition = { batchNumber: number; sampleNumber: number | undefined }

type Page = {
  filter: ResolvedFilter
  /** Collects all matches before they are put in order. */
  collects: boolean
  after: TreePosition | undefined
  limit: number
}

/**
 * Lists parent samples in tree order: newest batch first, then by registration.
 * Includes a parent if it or one of its children matches.
 */
export async function listTreeParents(db: Db, page: Page): Promise<TreeRow[]> {
  const collects = page.collects && isFiltered({ ...page.filter, batchId: undefined })
  const { rows } = await (collects ? queryFromMatches(page) : queryFromBatches(page)).execute(db)
  return rows
}

/** `offset 0` keeps PostgreSQL from reading samples in the order of the tree until it has found enough. */
const queryFromMatches = ({ filter, after, limit }: Page) => sql<TreeRow>`
  select sample.*, batch.name as batch_name, batch.number as batch_number, ${isMatch(filter)} as is_match
  from (
    select * from sample
    where id = any(array(select coalesce(match.parent_sample_id, match.id) ${fromMatches(filter, 'match')}))
      and parent_sample_id is null
    offset 0
  ) sample
  join batch on batch.id = sample.batch_id
  where ${isInRemainingBatch(after)} and ${isAfterPosition(after)}
  order by batch.number desc, sample.number
  limit ${limit}
`

const inBatch = indexRange({ column: sql`sample.batch_id`, value: sql`batch.id` }, 'asc', 0)

/**
 * A parent and its children are in one batch: a filter by batch is applied to the batches, not to every sample, and
 * batches without a sample of the status, type and site are passed over. The page is full before it is sorted: a sort
 * in the order of the batches would look for the first match after it, and so read all batches if there is none. The
 * batches come in their order, for a lateral join is a nested loop.
 */
const queryFromBatches = ({ filter: { batchId, ...filter }, after, limit }: Page) => sql<TreeRow>`
  select * from (
    select parent.*, batch.name as batch_name, batch.number as batch_number
    from (
      select id, name, number from batch
      where ${isBatch(batchId)} and ${isInRemainingBatch(after)} and ${batchHasKind(filter)}
      order by number desc
    ) batch
    cross join lateral (
      select sample.*, ${isMatch(filter)} as is_match from sample
      where ${inBatch} and sample.parent_sample_id is null and ${matchesItselfOrByChild(filter)} and ${isAfterPosition(after)}
      order by sample.batch_id, sample.number
      limit ${limit}
    ) parent
    limit ${limit}
  ) page
  order by batch_number desc, number
`

function isBatch(batchId: string | undefined): RawBuilder<unknown> {
  return batchId ? sql`batch.id = ${batchId}` : sql`true`
}

/** True if the sample itself matches, not only one of its children. */
const isMatch = (filter: ResolvedFilter): RawBuilder<unknown> =>
  isFiltered(filter) ? sql`coalesce(${matches(filter)}, false)` : sql`true`

/** Lists the matching children of these parents in the order of creation. */
export function listTreeChildren(db: Db, parentIds: string[], filter: ResolvedFilter): Promise<SampleRow[]> {
  return selectSamples(db)
    .where(sql<boolean>`sample.parent_sample_id = any(${parentIds}::uuid[])`)
    .where(matches(filter))
    .orderBy('sample.number')
    .execute()
}

/** True for batches that earlier pages have not completed. */
function isInRemainingBatch(after: TreePosition | undefined): RawBuilder<unknown> {
  if (!after) return sql`true`
  const { batchNumber, sampleNumber } = after
  return sampleNumber === undefined ? sql`batch.number < ${batchNumber}` : sql`batch.number <= ${batchNumber}`
}

/** True for samples that earlier pages have not shown. */
const isAfterPosition = (after: TreePosition | undefined): RawBuilder<unknown> =>
  after?.sampleNumber === undefined
    ? sql`true`
    : sql`(batch.number < ${after.batchNumber} or sample.number > ${after.sampleNumber})`

/** The `limit` makes PostgreSQL look up children per parent instead of collecting all children first. */
function matchesItselfOrByChild(filter: ResolvedFilter): RawBuilder<unknown> {
  if (!isFiltered(filter)) return sql`true`
  return sql`(${matches(filter)} or (
    select true from sample child where child.parent_sample_id = sample.id and ${matches(filter, 'child')} limit 1
  ))`
}

const isFiltered = (filter: ResolvedFilter) => Object.values(filter).some((value) => value !== undefined)

export const filterOf = ({ cursor, pageSize, ...filter }: SampleTreeQuery): SampleFilter => filter
