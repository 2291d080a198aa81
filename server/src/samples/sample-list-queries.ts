import { maxCountedTotal } from '@lims/contract/paging.ts'
import type { YesOrNo } from '@lims/contract/sample-filters.ts'
import type { SampleListQuery } from '@lims/contract/samples.ts'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../db/containing.ts'
import type { Db } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { type ResolvedFilter, resolveFilter } from './resolve-filter.ts'
import { findIdByIdentifier, type SampleRow, selectSamples } from './sample-queries.ts'

/** The filters of a request, before `resolveFilter`. */
export type SampleFilter = Omit<SampleListQuery, 'pageNumber' | 'pageSize'>

/** Up to this many matches are collected and sorted; above it, scanning in order finds enough matches soon. */
export const sortInMemoryLimit = 2000

/**
 * Returns a page of samples and the total. Sorted by registration within a batch, otherwise newest first. An exact match
 * of id or tube ID comes first.
 */
export async function listSamples(
  db: Db,
  { pageNumber, pageSize, ...query }: SampleListQuery,
): Promise<CountedSamples & { samples: SampleRow[] }> {
  const filter = await resolveFilter(db, query)
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
async function applyOrder(samples: Samples, filter: ResolvedFilter, counted: Promise<CountedSamples>) {
  const direction = filter.batchId ? 'asc' : 'desc'
  if (!isServedByOneIndex(filter) && (await counted).total <= sortInMemoryLimit) {
    return samples.where(matches(filter)).orderBy(sql`sample.number + 0`, direction)
  }
  return orderByNumber(samples, filter, direction)
}

/** Selects matching samples with a running number beyond `after`, ordered by it, along an index of a filter if possible. */
export function orderByNumber(
  samples: Samples,
  filter: ResolvedFilter,
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
type LeadingFilter = { name: keyof ResolvedFilter; column: RawBuilder<unknown>; value: RawBuilder<unknown> }

/** Returns the filter with an index on (column, number) that is usually the most selective. */
function leadingFilterOf(filter: ResolvedFilter): LeadingFilter | undefined {
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
  name: keyof ResolvedFilter,
  column: RawBuilder<unknown>,
  text: string,
): LeadingFilter => ({
  name,
  column: sql`upper(${column})`,
  value: sql`upper(${text})`,
})

/** True for a batch, which is small enough to scan, or at most one other filter. */
const isServedByOneIndex = (filter: ResolvedFilter) => {
  const { batchId, subjectId, siteId, status, sampleType } = filter
  const others = [subjectId, siteId, status, sampleType].filter(Boolean)
  return !hasUnindexedFilter(filter) && (batchId !== undefined || others.length < 2)
}

/** True for filters without an index in the order of the running number. */
const hasUnindexedFilter = (filter: ResolvedFilter) =>
  Boolean(filter.query || filter.name || filter.sites || hasUncountedFilter(filter))

export type CountedSamples = { total: number; isExact: boolean }

/** Counts matching samples. A filter that has no counts of its own stops at `maxCountedTotal`. */
export async function countSamples(db: Db, filter: ResolvedFilter): Promise<CountedSamples> {
  if (isOnlyByStorage(filter)) return { total: await countInStorages(db, filter.storageIds), isExact: true }
  if (mayMatchMany(filter)) return countUpToLimit(db, filter)
  const total = hasUncountedFilter(filter)
    ? await countMatching(db, filter)
    : await sumSampleCounts(db, filter)
  return { total, isExact: true }
}

const isOnlyByStorage = (filter: ResolvedFilter): filter is ResolvedFilter & { storageIds: number[] } =>
  filter.storageIds !== undefined &&
  Object.entries(filter).every(([name, value]) => name === 'storageIds' || value === undefined)

async function countInStorages(db: Db, storageIds: number[]): Promise<number> {
  const { total } = await db
    .selectFrom('placement')
    .where(sql<boolean>`storage_id = any(${storageIds}::integer[])`)
    .where('sample_id', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** True for filters that may match most samples and for which nothing keeps a count. */
const mayMatchMany = (filter: ResolvedFilter) =>
  Boolean(
    filter.query ||
      filter.name ||
      filter.subjectPart ||
      filter.storageIds ||
      filter.hasPlace ||
      filter.hasFile ||
      filter.createdFrom ||
      filter.createdTo,
  )

async function countUpToLimit(db: Db, filter: ResolvedFilter): Promise<CountedSamples> {
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

/** True for filters that `sample_count` does not cover. */
const hasUncountedFilter = (filter: ResolvedFilter) =>
  mayMatchMany(filter) || Boolean(filter.subjectId || filter.waitingSince || filter.reached || filter.change)

async function countMatching(db: Db, filter: ResolvedFilter): Promise<number> {
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
  { batchId, status, sampleType, siteId, sites }: ResolvedFilter,
): Promise<number> {
  if (batchId && !isUuid(batchId)) return 0
  let counts = db.selectFrom('sample_count').select((eb) => eb.fn.sum<number | null>('samples').as('total'))
  if (batchId) counts = counts.where('batch_id', '=', batchId)
  if (status) counts = counts.where('status', '=', status)
  if (sampleType) counts = counts.where('type', '=', sampleType)
  if (siteId) counts = counts.where(equalsIgnoringCase(sql.ref('site_id'), siteId))
  if (sites) counts = counts.where(isOneOf(sql.ref('site_id'), sites))
  const { total } = await counts.executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/** Returns the filter as a condition on `sample` or an alias of it. */
export function matches(filter: Partial<ResolvedFilter>, table = 'sample'): RawBuilder<boolean> {
  const { query, name, batchId, status, sampleType, waitingSince, reached, change } = filter
  const { subjectId, subjectPart, siteId, sites, storageIds, hasPlace, hasFile, createdFrom, createdTo } =
    filter
  const column = (of: string) => sql.ref(`${table}.${of}`)
  if (batchId && !isUuid(batchId)) return sql<boolean>`false`
  const conditions = [
    ...(batchId ? [sql`${column('batch_id')} = ${batchId}`] : []),
    ...(status ? [sql`${column('status')} = ${status}`] : []),
    ...(sampleType ? [sql`${column('type')} = ${sampleType}`] : []),
    ...(subjectId ? [equalsIgnoringCase(column('subject_id'), subjectId)] : []),
    ...(siteId ? [equalsIgnoringCase(column('site_id'), siteId)] : []),
    ...(subjectPart ? [sql`upper(${column('subject_id')}) like upper(${containing(subjectPart)})`] : []),
    ...(sites ? [isOneOf(column('site_id'), sites)] : []),
    ...(storageIds ? [sql`${column('id')} in (${samplesInside(storageIds)})`] : []),
    ...(hasPlace ? [hasPlace === 'yes' ? column('is_stored') : sql`not ${column('is_stored')}`] : []),
    ...(hasFile ? [hasUsableFile(hasFile, column)] : []),
    ...(createdFrom ? [sql`${column('created_at')} >= ${createdFrom}::timestamptz`] : []),
    ...(createdTo ? [sql`${column('created_at')} < ${createdTo}::timestamptz`] : []),
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

/** `texts` are in capitals. */
const isOneOf = (column: RawBuilder<unknown>, texts: string[]) =>
  sql<boolean>`upper(${column}) = any(${texts}::text[])`

const samplesInside = (storageIds: number[]) => sql`
  select sample_id from placement where storage_id = any(${storageIds}::integer[]) and sample_id is not null
`

/** A file in doubt is not used, and so does not count. */
const hasUsableFile = (hasFile: YesOrNo, column: (name: string) => RawBuilder<unknown>) =>
  hasFile === 'yes'
    ? sql`(${column('bam_file_uri')} is not null and ${column('bam_doubt')} is null)`
    : sql`(${column('bam_file_uri')} is null or ${column('bam_doubt')} is not null)`

/** The status is inlined, because the planner does not match a parameter to the partial index. */
function samplesThatReached(
  status: 'RECEIVED' | 'SEQUENCED',
  { reachedFrom, reachedTo }: Partial<ResolvedFilter>,
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

function samplesChanged(change: string, { changedBy, changedFrom, changedTo }: Partial<ResolvedFilter>) {
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
