import type { ChildCounts } from '@lims/contract/batches.ts'
import { maxCountedTotal } from '@lims/contract/paging.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../db/all-of.ts'
import type { Db } from '../db/database.ts'
import { countTubesIn, isInStatuses } from './filter-queries.ts'
import { collectFromStorage, type ResolvedFilter, statusesIn } from './resolve-filter.ts'
import {
  equalsIgnoringCase,
  fromMatches,
  isOneOf,
  listingOf,
  matchesAmongAll,
} from './sample-match-queries.ts'

export type CountedSamples = { total: number; isExact: boolean }

/** Counts matching samples. A filter that has no counts of its own stops at `maxCountedTotal`. */
export async function countSamples(db: Db, filter: ResolvedFilter): Promise<CountedSamples> {
  if (isOnlyByStorage(filter)) return countInside(db, filter.inside)
  if (mayMatchMany(filter)) return countUpToLimit(db, filter)
  const { total } = await exactCountOf(db, filter).executeTakeFirstOrThrow()
  return { total: Number(total), isExact: true }
}

export function exactCountOf(db: Db, filter: ResolvedFilter) {
  const statuses = statusesIn(filter)
  const isOnlyByWait = isOnlyBy(filter, 'waitingSince', 'waits', 'status', 'statuses', 'rareStatuses')
  if (statuses.length > 0 && isOnlyByWait) return countWait(db, statuses, filter)
  return hasUncountedFilter(filter) ? countMatching(db, filter) : sumSampleCounts(db, filter)
}

type ByStorage = ResolvedFilter & Required<Pick<ResolvedFilter, 'inside'>>
const isOnlyByStorage = (filter: ResolvedFilter): filter is ByStorage => isOnlyBy(filter, 'inside')

/** True for a filter by the first name, and else by none but the others. */
export function isOnlyBy(
  filter: ResolvedFilter,
  name: keyof ResolvedFilter,
  ...others: (keyof ResolvedFilter)[]
) {
  const names: string[] = [name, ...others]
  const isAllowed = ([of, value]: [string, unknown]) => value === undefined || names.includes(of)
  return filter[name] !== undefined && Object.entries(filter).every(isAllowed)
}

async function countInside(db: Db, { storageIds, tubes }: ByStorage['inside']): Promise<CountedSamples> {
  const total =
    tubes <= collectFromStorage ? tubes : await countTubesIn(db, storageIds, Number.MAX_SAFE_INTEGER)
  return { total, isExact: true }
}

/** True for filters that may match most samples and for which nothing keeps a count. */
export const mayMatchMany = (filter: ResolvedFilter) =>
  Boolean(
    filter.query ||
      filter.name ||
      filter.subjectPart ||
      filter.inside ||
      filter.custody ||
      filter.hasPlace ||
      filter.hasFile ||
      filter.hasParent ||
      filter.createdFrom ||
      filter.createdTo,
  )

async function countUpToLimit(db: Db, filter: ResolvedFilter): Promise<CountedSamples> {
  const listing = listingOf(filter)
  const isWhole = listing && Object.values(listing.others).every((value) => value === undefined)
  // In the order of the index, which is all that is then read.
  const matching = isWhole
    ? sql`${listing.numbers} order by number`
    : sql`select ${fromMatches(filter, 'match')}`
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (${matching} limit ${maxCountedTotal + 1}) found
  `.execute(db)
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, maxCountedTotal), isExact: total <= maxCountedTotal }
}

/** True for filters that `sample_count` does not cover. */
const hasUncountedFilter = (filter: ResolvedFilter) =>
  Boolean(filter.subjectId) || mayMatchMany(filter) || isByChange(filter)

export const isByChange = ({ waitingSince, reached, change }: ResolvedFilter) =>
  Boolean(waitingSince || reached || change)

const countMatching = (db: Db, filter: ResolvedFilter) =>
  db
    .selectFrom('sample as counted')
    .where(matchesAmongAll(filter, 'counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))

/** Counts all samples that have been in statuses since before an instant, out of the index. */
const countWait = (db: Db, statuses: readonly SampleStatus[], filter: ResolvedFilter) =>
  db
    .selectFrom('sample_in_status')
    .where(isInStatuses(statuses, filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))

/** Sums the counts of `sample_count`, which triggers maintain by batch, status, type, site and if they wait. */
function sumSampleCounts(db: Db, { batchId, ...filter }: ResolvedFilter) {
  const counts = db
    .selectFrom('sample_count')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('samples'), sql.lit(0)).as('total'))
    .where(allOf(kindConditions(filter)))
  return batchId ? counts.where('batch_id', '=', batchId) : counts
}

/** Returns the parts of a filter by status, type, site and waiting as conditions on `sample_count`. */
function kindConditions({ waits, status, statuses, sampleType, sampleTypes, siteId, sites }: ResolvedFilter) {
  const site = sql.ref('sample_count.site_id')
  return [
    ...(waits ? [sql`sample_count.waits`] : []),
    ...(status ? [sql`sample_count.status = ${status}`] : []),
    ...(statuses ? [sql`sample_count.status = any(${statuses}::text[])`] : []),
    ...(sampleType ? [sql`sample_count.type = ${sampleType}`] : []),
    ...(sampleTypes ? [sql`sample_count.type = any(${sampleTypes}::text[])`] : []),
    ...(siteId ? [equalsIgnoringCase(site, siteId)] : []),
    ...(sites ? [isOneOf(site, sites)] : []),
  ]
}

/**
 * Returns a condition on `batch` that is true for all batches with samples of the statuses, types and sites of a
 * filter. The `limit` makes PostgreSQL look them up batch by batch, until a page is full.
 */
export function batchHasKind(filter: ResolvedFilter): RawBuilder<unknown> {
  const conditions = kindConditions(filter)
  if (conditions.length === 0) return sql`true`
  return sql`(
    select true from sample_count where batch_id = batch.id and samples <> 0 and ${allOf(conditions)} limit 1
  )`
}

type ByStatus = Partial<Record<SampleStatus, number>>

/** Counts the samples of each batch by status. */
export async function listBatchCounts(db: Db, batchIds: string[]): Promise<Map<string, ByStatus>> {
  const rows = await db
    .selectFrom('sample_count')
    .select(['batch_id', 'status'])
    .select((eb) => eb.fn.sum<number>('samples').as('samples'))
    .where(sql<boolean>`batch_id = any(${batchIds}::uuid[])`)
    .groupBy(['batch_id', 'status'])
    .having((eb) => eb.fn.sum('samples'), '>', 0)
    .execute()
  const counts = new Map<string, ByStatus>()
  for (const { batch_id, status, samples } of rows) {
    counts.set(batch_id, { ...counts.get(batch_id), [status]: Number(samples) })
  }
  return counts
}

/** Counts the children in each batch by status. Batches without any are left out. */
export async function listChildCounts(db: Db, batchIds: string[]): Promise<Map<string, ChildCounts>> {
  const { rows } = await sql<{ batch_id: string; status: SampleStatus; children: number }>`
    select batch_id, status, count(*)::integer as children from sample
    where parent_sample_id is not null and batch_id = any(${batchIds}::uuid[])
    group by batch_id, status
  `.execute(db)
  const counts = new Map<string, ChildCounts>()
  for (const { batch_id, status, children } of rows) {
    const { total, byStatus } = counts.get(batch_id) ?? { total: 0, byStatus: {} }
    counts.set(batch_id, { total: total + children, byStatus: { ...byStatus, [status]: children } })
  }
  return counts
}
