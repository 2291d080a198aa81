import { defaultPageSize, maxCountedTotal } from '@lims/contract/paging.ts'
import type { ListedSample, SampleListQuery } from '@lims/contract/samples.ts'
import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '../db/compiled-once.ts'
import type { Db } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { countTubesIn } from './filter-queries.ts'
import { collectFromStorage, type ResolvedFilter, resolveFilter } from './resolve-filter.ts'
import { amongCollected, equalsIgnoringCase, fromMatches, isOneOf, matches } from './sample-match-queries.ts'
import { asListedSamples, type PlaceColumns, placeOf, withPlaces } from './sample-place-queries.ts'
import { asSample, findIdByIdentifier, type SampleRow, selectSamples } from './sample-queries.ts'
import { listSortedSamples } from './sample-sort-queries.ts'

/** Up to this many matches are collected and sorted; above it, scanning in order finds enough matches soon. */
const sortInMemoryLimit = 2000

/**
 * Returns a page of samples with their places, and the total. Without `sort` by registration within a batch, otherwise
 * newest first, and an exact match of id or tube ID comes before all others.
 */
export async function listSamples(
  db: Db,
  { pageNumber, pageSize, sort, ...query }: SampleListQuery,
): Promise<CountedSamples & { samples: ListedSample[] }> {
  const filter = await resolveFilter(db, query)
  const isShort = pageNumber === 0 && shortPageSizes.has(pageSize)
  if (!sort && isShort && isServedByOneIndex(filter)) return listFirstPage(db, filter, pageSize)
  const { samples, ...count } = await listSampleRows(db, filter, { pageNumber, pageSize, sort })
  return { samples: await asListedSamples(db, samples), ...count }
}

/** Returns a page as `listSamples`, without places. */
export async function listSampleRows(
  db: Db,
  filter: ResolvedFilter,
  {
    pageNumber,
    pageSize,
    sort,
  }: Pick<SampleListQuery, 'pageNumber' | 'pageSize'> & Partial<Pick<SampleListQuery, 'sort'>>,
): Promise<CountedSamples & { samples: SampleRow[] }> {
  const [limit, offset] = [pageSize, pageNumber * pageSize]
  const counted = countSamples(db, filter)
  const page = async () => {
    if (sort) {
      const collects = await areFewEnoughToCollect(filter, counted)
      return listSortedSamples(db, filter, { sort, limit, offset, collects })
    }
    if (filter.inside && !filter.query && (await areFewEnoughToCollect(filter, counted))) {
      const direction = filter.batchId ? 'asc' : 'desc'
      return listSortedSamples(db, filter, { sort: direction, limit, offset, collects: true })
    }
    return (await applyOrder(await exactMatchFirst(db, filter), filter, counted))
      .limit(limit)
      .offset(offset)
      .execute()
  }
  const [samples, count] = await Promise.all([page(), counted])
  return { samples, ...count }
}

/**
 * True if all matches should be collected before they are sorted (decision 16). False without a filter, for which some
 * columns have an index in order.
 */
export async function areFewEnoughToCollect(
  filter: ResolvedFilter,
  counted: Promise<CountedSamples> | CountedSamples,
): Promise<boolean> {
  if (Object.values(filter).every((value) => value === undefined)) return false
  if (filter.inside) return filter.inside.tubes <= collectFromStorage
  const { total, isExact } = await counted
  return isExact && total <= (filter.createdFrom || filter.createdTo ? maxCountedTotal : sortInMemoryLimit)
}

/** The usual sizes, few, since each has a statement of its own. */
const shortPageSizes: ReadonlySet<number> = new Set([defaultPageSize, 100])

/** Reads the first page of a list that one index serves, its places, and its total, in one statement. */
async function listFirstPage(
  db: Db,
  filter: ResolvedFilter,
  limit: number,
): Promise<CountedSamples & { samples: ListedSample[] }> {
  const rows = await readFirstPage(db, filter, limit)
  const total = Number(rows[0]?.total ?? 0)
  return { samples: rows.map((row) => ({ ...asSample(row), place: placeOf(row) })), total, isExact: true }
}

export const filterByBatch = (batchId: string): ResolvedFilter => ({
  batchId,
  query: undefined,
  subjectId: undefined,
  siteId: undefined,
})

/** The list of a batch is read most, and compiling its statement took a tenth of the server's time for it. */
const firstPageOfBatch = new Map(
  [...shortPageSizes].map((limit) => [
    limit,
    compiledOnce((db, batchId) => selectFirstPage(db, filterByBatch(batchId), limit).compile(db)),
  ]),
)

async function readFirstPage(db: Db, filter: ResolvedFilter, limit: number): Promise<FirstPageRow[]> {
  const ofBatch = firstPageOfBatch.get(limit)
  const { batchId } = filter
  if (ofBatch && batchId && isUuid(batchId) && isOnlyBy(filter, 'batchId')) return ofBatch(db, batchId)
  return (await selectFirstPage(db, filter, limit).execute(db)).rows
}

type FirstPageRow = SampleRow & PlaceColumns & { total: number | null }

/** The limit is a constant: not knowing it, PostgreSQL would plan each page anew. */
function selectFirstPage(db: Db, filter: ResolvedFilter, limit: number): RawBuilder<FirstPageRow> {
  const direction = filter.batchId ? 'asc' : 'desc'
  const page = orderByNumber(selectSamples(db), filter, direction)
    .select(exactCountOf(db, filter).as('total'))
    .limit(sql.lit(limit))
  return withPlaces(page, direction)
}

async function exactMatchFirst(db: Db, { query }: ResolvedFilter): Promise<Samples> {
  const exact = query ? await findIdByIdentifier(db, query) : undefined
  return exact ? selectSamples(db).orderBy(sql`sample.id = ${exact}`, 'desc') : selectSamples(db)
}

/** Uses one index for both filter and order. If there is none, sorts small results in memory (decision 16). */
async function applyOrder(samples: Samples, filter: ResolvedFilter, counted: Promise<CountedSamples>) {
  const direction = filter.batchId ? 'asc' : 'desc'
  if (!isServedByOneIndex(filter) && (await areFewEnoughToCollect(filter, counted)))
    return samples.where(amongCollected(filter)).orderBy(sql`sample.number + 0`, direction)
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
  Boolean(filter.sites || filter.statuses || filter.sampleTypes) || mayMatchMany(filter) || isByChange(filter)

export type CountedSamples = { total: number; isExact: boolean }

/** Counts matching samples. A filter that has no counts of its own stops at `maxCountedTotal`. */
export async function countSamples(db: Db, filter: ResolvedFilter): Promise<CountedSamples> {
  if (isOnlyByStorage(filter)) return countInside(db, filter.inside)
  if (mayMatchMany(filter)) return countUpToLimit(db, filter)
  const { total } = await exactCountOf(db, filter).executeTakeFirstOrThrow()
  return { total: Number(total), isExact: true }
}

const exactCountOf = (db: Db, filter: ResolvedFilter) =>
  hasUncountedFilter(filter) ? countMatching(db, filter) : sumSampleCounts(db, filter)

type ByStorage = ResolvedFilter & Required<Pick<ResolvedFilter, 'inside'>>
const isOnlyByStorage = (filter: ResolvedFilter): filter is ByStorage => isOnlyBy(filter, 'inside')

const isOnlyBy = (filter: ResolvedFilter, only: keyof ResolvedFilter) =>
  filter[only] !== undefined &&
  Object.entries(filter).every(([name, value]) => name === only || value === undefined)

async function countInside(db: Db, { storageIds, tubes }: ByStorage['inside']): Promise<CountedSamples> {
  const total = tubes <= collectFromStorage ? tubes : await countTubesIn(db, storageIds, maxNumber)
  return { total, isExact: true }
}

/** True for filters that may match most samples and for which nothing keeps a count. */
const mayMatchMany = (filter: ResolvedFilter) =>
  Boolean(
    filter.query ||
      filter.name ||
      filter.subjectPart ||
      filter.inside ||
      filter.custody ||
      filter.hasPlace ||
      filter.hasFile ||
      filter.createdFrom ||
      filter.createdTo,
  )

async function countUpToLimit(db: Db, filter: ResolvedFilter): Promise<CountedSamples> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select ${fromMatches(filter, 'match')} limit ${maxCountedTotal + 1}
    ) found
  `.execute(db)
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, maxCountedTotal), isExact: total <= maxCountedTotal }
}

/** True for filters that `sample_count` does not cover. */
const hasUncountedFilter = (filter: ResolvedFilter) =>
  Boolean(filter.subjectId) || mayMatchMany(filter) || isByChange(filter)

const isByChange = ({ waitingSince, reached, change }: ResolvedFilter) =>
  Boolean(waitingSince || reached || change)

const countMatching = (db: Db, filter: ResolvedFilter) =>
  db
    .selectFrom('sample as counted')
    .where(matches(filter, 'counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))

/** Sums the counts of `sample_count`, which triggers maintain by batch, status, type and site. */
function sumSampleCounts(
  db: Db,
  { batchId, status, statuses, sampleType, sampleTypes, siteId, sites }: ResolvedFilter,
) {
  let counts = db
    .selectFrom('sample_count')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('samples'), sql.lit(0)).as('total'))
  if (batchId && !isUuid(batchId)) return counts.where(sql<boolean>`false`)
  if (batchId) counts = counts.where('batch_id', '=', batchId)
  if (status) counts = counts.where('status', '=', status)
  if (statuses) counts = counts.where(sql<boolean>`status = any(${statuses}::text[])`)
  if (sampleType) counts = counts.where('type', '=', sampleType)
  if (sampleTypes) counts = counts.where(sql<boolean>`type = any(${sampleTypes}::text[])`)
  if (siteId) counts = counts.where(equalsIgnoringCase(sql.ref('site_id'), siteId))
  if (sites) counts = counts.where(isOneOf(sql.ref('site_id'), sites))
  return counts
}
