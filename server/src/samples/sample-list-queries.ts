import { largestCountedTotal } from '@lims/contract/paging.ts'
import type { SampleListQuery } from '@lims/contract/samples.ts'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../db/containing.ts'
import type { Db } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { findIdByIdentifier, type SampleRow, selectSamples } from './sample-queries.ts'

export type SampleFilter = Omit<SampleListQuery, 'pageNumber' | 'pageSize'>

/**
 * A page in the order of registration within one batch, else the newest first. The sample whose id or tube id was given
 * to the letter comes before those that only contain it.
 */
export async function listSamples(
  db: Db,
  { pageNumber, pageSize, ...filter }: SampleListQuery,
): Promise<SampleRow[]> {
  const exact = filter.query ? await findIdByIdentifier(db, filter.query) : undefined
  let samples = selectSamples(db).where(matches(filter))
  if (exact) samples = samples.orderBy(sql`sample.id = ${exact}`, 'desc')
  return samples
    .orderBy('sample.number', filter.batchId ? 'asc' : 'desc')
    .limit(pageSize)
    .offset(pageNumber * pageSize)
    .execute()
}

export type CountedSamples = { total: number; isExact: boolean }

/** Exact, except that a free-text search stops counting at 10,000. */
export async function countSamples(db: Db, filter: SampleFilter): Promise<CountedSamples> {
  if (filter.query) return countFound(db, filter)
  const total = isCountedOneByOne(filter) ? await countMatching(db, filter) : await sumOfCounts(db, filter)
  return { total, isExact: true }
}

async function countFound(db: Db, filter: SampleFilter): Promise<CountedSamples> {
  const found = db
    .selectFrom('sample')
    .where(matches(filter))
    .select('sample.id')
    .limit(largestCountedTotal + 1)
  const { total } = await db
    .selectFrom(found.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const isExact = Number(total) <= largestCountedTotal
  return { total: isExact ? Number(total) : largestCountedTotal, isExact }
}

/** A subject has few samples, and a week too; how long each has waited is in an index. */
const isCountedOneByOne = ({ subjectId, waitingSince, reached, change }: SampleFilter) =>
  Boolean(subjectId || waitingSince || reached || change)

async function countMatching(db: Db, filter: SampleFilter): Promise<number> {
  const { total } = await db
    .selectFrom('sample')
    .where(matches(filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The counts that the database keeps by batch, status, type and site. */
async function sumOfCounts(db: Db, { batchId, status, sampleType, siteId }: SampleFilter): Promise<number> {
  if (batchId && !isUuid(batchId)) return 0
  let counts = db.selectFrom('sample_count').select((eb) => eb.fn.sum<number | null>('samples').as('total'))
  if (batchId) counts = counts.where('batch_id', '=', batchId)
  if (status) counts = counts.where('status', '=', status)
  if (sampleType) counts = counts.where('type', '=', sampleType)
  if (siteId) counts = counts.where(isWritten(sql.ref('site_id'), siteId))
  const { total } = await counts.executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/** The condition on `sample`, or on the table that stands for it in a query. */
export function matches(filter: Partial<SampleFilter>, table = 'sample'): RawBuilder<boolean> {
  const { query, batchId, status, sampleType, subjectId, siteId, waitingSince, reached, change } = filter
  const column = (name: string) => sql.ref(`${table}.${name}`)
  if (batchId && !isUuid(batchId)) return sql<boolean>`false`
  const conditions = [
    ...(batchId ? [sql`${column('batch_id')} = ${batchId}`] : []),
    ...(status ? [sql`${column('status')} = ${status}`] : []),
    ...(sampleType ? [sql`${column('type')} = ${sampleType}`] : []),
    ...(subjectId ? [isWritten(column('subject_id'), subjectId)] : []),
    ...(siteId ? [isWritten(column('site_id'), siteId)] : []),
    ...(waitingSince ? [sql`${column('status_since')} < ${waitingSince}::timestamptz`] : []),
    ...(reached ? [sql`${column('id')} in (${samplesThatReached(reached, filter)})`] : []),
    ...(change ? [sql`${column('id')} in (${samplesChanged(change, filter)})`] : []),
    ...(query ? [foundByText(query, column)] : []),
  ]
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`
}

/** In any case; the database decides what that is, as for its indexes. */
const isWritten = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`upper(${column}) = upper(${text})`

/** The status stands in the statement itself: a parameter would not be seen to fit the index. */
function samplesThatReached(
  status: 'RECEIVED' | 'SEQUENCED',
  { reachedFrom, reachedTo }: Partial<SampleFilter>,
) {
  const from = reachedFrom ? sql`and at >= ${reachedFrom}::timestamptz` : sql``
  const to = reachedTo ? sql`and at < ${reachedTo}::timestamptz` : sql``
  return sql`
    select sample_id from lifecycle_event
    where to_status = ${sql.lit(status)} and from_status is not null ${from} ${to}
  `
}

function samplesChanged(change: string, { changedBy, changedFrom, changedTo }: Partial<SampleFilter>) {
  const by = changedBy ? sql`and person_id = ${changedBy}` : sql``
  const from = changedFrom ? sql`and at >= ${changedFrom}::timestamptz` : sql``
  const to = changedTo ? sql`and at <= ${changedTo}::timestamptz` : sql``
  return sql`
    select case when entity_type = 'sample' then nullif(entity_id, '')::uuid end from audit_event
    where entity_type = 'sample' and action = ${change} ${by} ${from} ${to}
  `
}

/** By name, tube id, type and notes; a whole id too, since it may have been scanned. */
function foundByText(query: string, column: (name: string) => RawBuilder<unknown>) {
  const contained = sql`${column('search_text')} like lower(${containing(query)})`
  return isUuid(query) ? sql`(${contained} or ${column('id')} = ${query})` : contained
}
