import type { SampleTreeQuery } from '@lims/contract/sample-tree.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { matches, type SampleFilter } from './sample-list-queries.ts'
import { type SampleRow, selectSamples } from './sample-queries.ts'

export type TreeRow = SampleRow & { batch_number: number }
/** Where a page ended: the running numbers of the batch and of the parent sample. */
export type TreePlace = { batchNumber: number; sampleNumber: number }

/** So few matches are gathered first; more are met soon enough while walking in order. */
const fewMatches = 2000

type Page = { filter: SampleFilter; found: number; after: TreePlace | undefined; limit: number }

/**
 * Parent samples in the order of the tree: newest batch first, then as registered.
 * A parent is there when it matches or one of its children does.
 */
export async function listTreeParents(db: Db, { filter, found, after, limit }: Page): Promise<TreeRow[]> {
  const { rows } = await sql<TreeRow>`
    select parent.*, batch.name as batch_name, batch.number as batch_number
    from batch
    cross join lateral (
      select sample.* from sample
      where sample.batch_id = batch.id and sample.parent_sample_id is null
        and ${isOfInterest(filter, found)} and ${comesAfter(after)}
      order by sample.number
      limit ${limit}
    ) parent
    where ${after ? sql`batch.number <= ${after.batchNumber}` : sql`true`}
    order by batch.number desc, parent.number
    limit ${limit}
  `.execute(db)
  return rows
}

/** The children of these parents that match, in the order they were made. */
export function listTreeChildren(db: Db, parentIds: string[], filter: SampleFilter): Promise<SampleRow[]> {
  return selectSamples(db)
    .where(sql<boolean>`sample.parent_sample_id = any(${parentIds}::uuid[])`)
    .where(matches(filter))
    .orderBy('sample.number')
    .execute()
}

const comesAfter = (after: TreePlace | undefined): RawBuilder<unknown> =>
  after ? sql`(batch.number < ${after.batchNumber} or sample.number > ${after.sampleNumber})` : sql`true`

function isOfInterest(filter: SampleFilter, found: number): RawBuilder<unknown> {
  if (!isFiltered(filter)) return sql`true`
  if (found <= fewMatches) {
    return sql`sample.id in (
      select coalesce(match.parent_sample_id, match.id) from sample match where ${matches(filter, 'match')}
    )`
  }
  return sql`(${matches(filter)} or exists (
    select from sample child where child.parent_sample_id = sample.id and ${matches(filter, 'child')}
  ))`
}

const isFiltered = (filter: SampleFilter) => Object.values(filter).some((value) => value !== undefined)

export const filterOf = ({ cursor, pageSize, ...filter }: SampleTreeQuery): SampleFilter => filter
