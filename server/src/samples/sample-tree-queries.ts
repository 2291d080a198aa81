import type { SampleTreeQuery } from '@lims/contract/sample-tree.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { indexRange, matches, type SampleFilter, sortInMemoryLimit } from './sample-list-queries.ts'
import { type SampleRow, selectSamples } from './sample-queries.ts'

export type TreeRow = SampleRow & { batch_number: number; is_match: boolean }
/** Where a page ended: the running numbers of the batch and of the parent sample. */
export type TreePosition = { batchNumber: number; sampleNumber: number }

type Page = { filter: SampleFilter; found: number; after: TreePosition | undefined; limit: number }

/**
 * Parent samples in the order of the tree: newest batch first, then as registered.
 * A parent is there when it matches or one of its children does.
 */
export async function listTreeParents(db: Db, page: Page): Promise<TreeRow[]> {
  const { rows } = await (isFiltered(page.filter) && page.found <= sortInMemoryLimit
    ? queryFromMatches(page)
    : queryFromBatches(page)
  ).execute(db)
  return rows
}

const queryFromMatches = ({ filter, after, limit }: Page) => sql<TreeRow>`
  select sample.*, batch.name as batch_name, batch.number as batch_number, ${isMatch(filter)} as is_match
  from sample join batch on batch.id = sample.batch_id
  where sample.parent_sample_id is null
    and sample.id in (
      select coalesce(match.parent_sample_id, match.id) from sample match where ${matches(filter, 'match')}
    )
    and ${isInRemainingBatch(after)} and ${isAfterPosition(after)}
  order by batch.number desc, sample.number
  limit ${limit}
`

const inBatch = indexRange({ column: sql`sample.batch_id`, value: sql`batch.id` }, 'asc', 0)

const queryFromBatches = ({ filter, after, limit }: Page) => sql<TreeRow>`
  select parent.*, batch.name as batch_name, batch.number as batch_number
  from batch
  cross join lateral (
    select sample.*, ${isMatch(filter)} as is_match from sample
    where ${inBatch} and sample.parent_sample_id is null and ${matchesItselfOrByChild(filter)} and ${isAfterPosition(after)}
    order by sample.batch_id, sample.number
    limit ${limit}
  ) parent
  where ${isInRemainingBatch(after)}
  order by batch.number desc, parent.number
  limit ${limit}
`

/** Whether the sample itself matches, not only a child of it. */
const isMatch = (filter: SampleFilter): RawBuilder<unknown> =>
  isFiltered(filter) ? sql`coalesce(${matches(filter)}, false)` : sql`true`

/** The children of these parents that match, in the order they were made. */
export function listTreeChildren(db: Db, parentIds: string[], filter: SampleFilter): Promise<SampleRow[]> {
  return selectSamples(db)
    .where(sql<boolean>`sample.parent_sample_id = any(${parentIds}::uuid[])`)
    .where(matches(filter))
    .orderBy('sample.number')
    .execute()
}

/** A batch that no page before was done with. */
const isInRemainingBatch = (after: TreePosition | undefined): RawBuilder<unknown> =>
  after ? sql`batch.number <= ${after.batchNumber}` : sql`true`

/** Of such a batch, a sample that no page before has shown. */
const isAfterPosition = (after: TreePosition | undefined): RawBuilder<unknown> =>
  after ? sql`(batch.number < ${after.batchNumber} or sample.number > ${after.sampleNumber})` : sql`true`

/** With a limit, the child is looked up; without, PostgreSQL would gather those of all samples first. */
function matchesItselfOrByChild(filter: SampleFilter): RawBuilder<unknown> {
  if (!isFiltered(filter)) return sql`true`
  return sql`(${matches(filter)} or (
    select true from sample child where child.parent_sample_id = sample.id and ${matches(filter, 'child')} limit 1
  ))`
}

const isFiltered = (filter: SampleFilter) => Object.values(filter).some((value) => value !== undefined)

export const filterOf = ({ cursor, pageSize, ...filter }: SampleTreeQuery): SampleFilter => filter
