import { maxCountedTotal } from '@lims/contract/paging.ts'
import type { SampleListQuery } from '@lims/contract/samples.ts'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../db/containing.ts'
import type { Db } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { findIdByIdentifier, type SampleRow, selectSamples } from './sample-queries.ts'

export type SampleFilter = Omit<SampleListQuery, 'pageNumber' | 'pageSize'>

/** Up to this many matches are collected and sorted; above it, scanning in order finds enough matches soon. */
export const sortInMemoryLimit = 2000

/**
 * Returns a page of samples and the total. Sorted by registration within a batch, otherwise newest first. An exact match
 * of id or tube ID comes first.
 */
export async function listSamples(
  db: Db,
  { pageNumber, pageSize, ...filter }: SampleListQuery,
): Promise<CountedSamples & { samples: SampleRow[] }> {
  const counted = countSamples(db, filter)
  const page = async () =>
    (await applyOrder(await exactMatchFirst(db, filter), filter, counted))
      .limit(pageSize)
      .offset(pageNumber * pageSize)
      .execute()
  const [samples, count] = await Promise.all([page(), counted])
  return { samples, ...count }
}

async function exactMatchFirst(db: Db, { query }: SampleFilter): Promise<Samples> {
  const exact = query ? await findIdByIdentifier(db, query) : undefined
  return exact ? selectSamples(db).orderBy(sql`sample.id = ${exact}`, 'desc') : selectSamples(db)
}

/** Uses one index for both filter and order. If there is none, sorts small results in memory (decision 16). */
async function applyOrder(samples: Samples, filter: SampleFilter, counted: Promise<CountedSamples>) {
  const direction = filter.batchId ? 'asc' : 'desc'
  if (!isServedByOneIndex(filter) && (await counted).total <= sortInMemoryLimit) {
    return samples.where(matches(filter)).orderBy(sql`sample.number + 0`, direction)
  }
  return orderByNumber(samples, filter, direction)
}

/** Selects matching samples with a running number beyond `after`, ordered by it, along an index of a filter if possible. */
export function orderByNumber(
  samples: Samples,
  filter: SampleFilter,
  direction: 'asc' | 'desc',
  after = direction === 'asc' ? 0 : maxNumber,
): Samples {
  const leading = leadingFilterOf(filter)
  const isAfter = direction === 'asc' ? '>' : '<'
  if (!leading) {
    const matching = samples.where(matches(filter)).where('sample.number', isAfter, after)
    return matching.orderBy('sample.number', direction)
  }
  return samples
    .where(matches({ ...filter, [leading.name]: undefined }))
    .where(indexRange(leading, direction, after))
    .orderBy(leading.column, direction)
    .orderBy('sample.number', direction)
}

/**
 * Restricts a column to one value, for a query ordered by that column and number. Written as a range, because for an
 * equality PostgreSQL chooses the index on number and skips every sample that was registered before.
 */
export function indexRange(
  { column, value }: Pick<LeadingFilter, 'column' | 'value'>,
  direction: 'asc' | 'desc',
  after: number,
) {
  return direction === 'asc'
    ? sql<boolean>`(${column}, sample.number) > (${value}, ${after}::bigint) and ${column} <= ${value}`
    : sql<boolean>`(${column}, sample.number) < (${value}, ${after}::bigint) and ${column} >= ${value}`
}

const maxNumber = Number.MAX_SAFE_INTEGER

type Samples = ReturnType<typeof selectSamples>
type LeadingFilter = { name: keyof SampleFilter; column: RawBuilder<unknown>; value: RawBuilder<unknown> }

/** Returns the filter with an index on (column, number) that is usually the most selective. */
function leadingFilterOf(filter: SampleFilter): LeadingFilter | undefined {
  const { batchId, subjectId, siteId, status, sampleType } = filter
  if (hasUnindexedFilter(filter)) return undefined
  if (batchId) {
    return isUuid(batchId)
      ? { name: 'batchId', column: sql`sample.batch_id`, value: sql`${batchId}::uuid` }
      : undefined
  }
  if (subjectId) return ignoringCase('subjectId', sql`sample.subject_id`, subjectId)
  if (siteId) return ignoringCase('siteId', sql`sample.site_id`, siteId)
  if (status) return { name: 'status', column: sql`sample.status`, value: sql`${status}` }
  if (sampleType) return { name: 'sampleType', column: sql`sample.type`, value: sql`${sampleType}` }
  return undefined
}

const ignoringCase = (
  name: keyof SampleFilter,
  column: RawBuilder<unknown>,
  text: string,
): LeadingFilter => ({
  name,
  column: sql`upper(${column})`,
  value: sql`upper(${text})`,
})

/** True for a batch, which is small enough to scan, or at most one other filter. */
const isServedByOneIndex = (filter: SampleFilter) => {
  const { batchId, subjectId, siteId, status, sampleType } = filter
  const others = [subjectId, siteId, status, sampleType].filter(Boolean)
  return !hasUnindexedFilter(filter) && (batchId !== undefined || others.length < 2)
}

/** True for filters without an index in the order of the running number. */
const hasUnindexedFilter = ({ query, name, waitingSince, reached, change }: SampleFilter) =>
  Boolean(query || name || waitingSince || reached || change)

export type CountedSamples = { total: number; isExact: boolean }

/** Counts matching samples. A search by text stops at `maxCountedTotal`. */
export async function countSamples(db: Db, filter: SampleFilter): Promise<CountedSamples> {
  if (filter.query || filter.name) return countUpToLimit(db, filter)
  const total = needsRowCount(filter) ? await countMatching(db, filter) : await sumSampleCounts(db, filter)
  return { total, isExact: true }
}

async function countUpToLimit(db: Db, filter: SampleFilter): Promise<CountedSamples> {
  const found = db
    .selectFrom('sample')
    .where(matches(filter))
    .select('sample.id')
    .limit(maxCountedTotal + 1)
  const { total } = await db
    .selectFrom(found.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const isExact = Number(total) <= maxCountedTotal
  return { total: isExact ? Number(total) : maxCountedTotal, isExact }
}

/** True for filters that `sample_count` does not cover. They match few samples or have an index. */
const needsRowCount = ({ subjectId, waitingSince, reached, change }: SampleFilter) =>
  Boolean(subjectId || waitingSince || reached || change)

async function countMatching(db: Db, filter: SampleFilter): Promise<number> {
  const { total } = await db
    .selectFrom('sample')
    .where(matches(filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Sums the counts of `sample_count`, which triggers maintain by batch, status, type and site. */
async function sumSampleCounts(
  db: Db,
  { batchId, status, sampleType, siteId }: SampleFilter,
): Promise<number> {
  if (batchId && !isUuid(batchId)) return 0
  let counts = db.selectFrom('sample_count').select((eb) => eb.fn.sum<number | null>('samples').as('total'))
  if (batchId) counts = counts.where('batch_id', '=', batchId)
  if (status) counts = counts.where('status', '=', status)
  if (sampleType) counts = counts.where('type', '=', sampleType)
  if (siteId) counts = counts.where(equalsIgnoringCase(sql.ref('site_id'), siteId))
  const { total } = await counts.executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/** Returns the filter as a condition on `sample` or an alias of it. */
export function matches(filter: Partial<SampleFilter>, table = 'sample'): RawBuilder<boolean> {
  const { query, name, batchId, status, sampleType, subjectId, siteId, waitingSince, reached, change } =
    filter
  const column = (of: string) => sql.ref(`${table}.${of}`)
  if (batchId && !isUuid(batchId)) return sql<boolean>`false`
  const conditions = [
    ...(batchId ? [sql`${column('batch_id')} = ${batchId}`] : []),
    ...(status ? [sql`${column('status')} = ${status}`] : []),
    ...(sampleType ? [sql`${column('type')} = ${sampleType}`] : []),
    ...(subjectId ? [equalsIgnoringCase(column('subject_id'), subjectId)] : []),
    ...(siteId ? [equalsIgnoringCase(column('site_id'), siteId)] : []),
    ...(waitingSince ? [sql`${column('status_since')} < ${waitingSince}::timestamptz`] : []),
    ...(reached ? [sql`${column('id')} in (${samplesThatReached(reached, filter)})`] : []),
    ...(change ? [sql`${column('id')} in (${samplesChanged(change, filter)})`] : []),
    ...(query ? [textMatches(query, column)] : []),
    ...(name ? [nameMatches(name, column)] : []),
  ]
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`
}

/** Uses the database's case mapping, like the indexes. */
const equalsIgnoringCase = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`upper(${column}) = upper(${text})`

/** The status is inlined, because the planner does not match a parameter to the partial index. */
function samplesThatReached(
  status: 'RECEIVED' | 'SEQUENCED',
  { reachedFrom, reachedTo }: Partial<SampleFilter>,
) {
  const from = reachedFrom ? sql`and at >= ${reachedFrom}::timestamptz` : sql``
  const to = reachedTo ? sql`and at < ${reachedTo}::timestamptz` : sql``
  return sql`
    select sample_id from lifecycle_event
    where to_status = ${sql.lit(status)} and from_status is not null ${from} ${to}
      and undoes is null
      and not exists (select from lifecycle_event undo where undo.undoes = lifecycle_event.id)
  `
}

function samplesChanged(change: string, { changedBy, changedFrom, changedTo }: Partial<SampleFilter>) {
  const actor = changedBy ? sql`and person_id = ${changedBy}` : sql``
  const from = changedFrom ? sql`and at >= ${changedFrom}::timestamptz` : sql``
  const to = changedTo ? sql`and at <= ${changedTo}::timestamptz` : sql``
  return sql`
    select case when entity_type = 'sample' then nullif(entity_id, '')::uuid end from audit_event
    where entity_type = 'sample' and action = ${change} ${actor} ${from} ${to}
  `
}

/** Matches name, tube ID, type and notes, or a whole id, which may have been scanned. */
function textMatches(query: string, column: (name: string) => RawBuilder<unknown>) {
  const contained = sql`${column('search_text')} like lower(${containing(query)})`
  return isUuid(query) ? sql`(${contained} or ${column('id')} = ${query})` : contained
}

/** Also tests `search_text`, which contains the name and has the trigram index. */
function nameMatches(name: string, column: (name: string) => RawBuilder<unknown>) {
  const pattern = sql`lower(${containing(name)})`
  return sql`(${column('search_text')} like ${pattern} and lower(${column('name')}) like ${pattern})`
}
