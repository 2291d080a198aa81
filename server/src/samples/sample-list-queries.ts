import { defaultPageSize, maxCountedTotal } from '@lims/contract/paging.ts'
import type { ByPartOfId } from '@lims/contract/sample-filters.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { ListedSample, SampleListQuery } from '@lims/contract/samples.ts'
import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '../db/compiled-once.ts'
import type { Db } from '../db/database.ts'
import { nextReads } from '../http/next-reads.ts'
import { andWaits } from './filter-queries.ts'
import {
  collectFromStorage,
  partsOfIds,
  type ResolvedFilter,
  resolveFilter,
  withRareStatuses,
} from './resolve-filter.ts'
import {
  type CountedSamples,
  countSamples,
  exactCountOf,
  isByChange,
  isOnlyBy,
  mayMatchMany,
} from './sample-count-queries.ts'
import { amongCollected, matches, matchesAmongAll } from './sample-match-queries.ts'
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
): Promise<CountedSamples & { samples: ListedSample[]; byPartOfId?: ByPartOfId }> {
  const filter = await resolveFilter(db, query)
  const parts = partsOfIds(query, filter)
  const isShort = pageNumber === 0 && shortPageSizes.has(pageSize)
  if (!sort && isShort && isServedByOneIndex(filter))
    return { ...(await listFirstPage(db, filter, pageSize)), ...parts }
  const { samples, ...count } = await listSampleRows(db, filter, { pageNumber, pageSize, sort })
  return { samples: await asListedSamples(db, samples), ...count, ...parts }
}

/** Returns a page as `listSamples`, without places. */
export async function listSampleRows(
  db: Db,
  resolved: ResolvedFilter,
  {
    pageNumber,
    pageSize,
    sort,
  }: Pick<SampleListQuery, 'pageNumber' | 'pageSize'> & Partial<Pick<SampleListQuery, 'sort'>>,
): Promise<CountedSamples & { samples: SampleRow[] }> {
  const [limit, offset] = [pageSize, pageNumber * pageSize]
  const isInOrder = !sort && isServedByOneIndex(resolved)
  const filter = isInOrder ? resolved : await withRareStatuses(db, resolved)
  const counted = countSamples(db, filter)
  const page = async () => {
    if (!isServedByOneIndex(filter) && (await counted).total === 0) return []
    if (sort) {
      const collects = await areFewEnoughToCollect(filter, counted)
      return listSortedSamples(db, filter, { sort, limit, offset, collects })
    }
    if (filter.inside && !filter.query && (await areFewEnoughToCollect(filter, counted))) {
      const direction = filter.batchId ? 'asc' : 'desc'
      return listSortedSamples(db, filter, { sort: direction, limit, offset, collects: true })
    }
    return (await applyOrder(db, filter, counted)).limit(limit).offset(offset).execute()
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
  if (hasChangedSamples(filter)) return isExact && total <= collectFromEvents
  const { createdFrom, createdTo, waitingSince, rareStatuses } = filter
  const hasIndexInOtherOrder = createdFrom || createdTo || waitingSince || rareStatuses
  return isExact && total <= (hasIndexInOtherOrder ? maxCountedTotal : sortInMemoryLimit)
}

/** The usual sizes, few, since each has a statement of its own. */
const shortPageSizes: ReadonlySet<number> = new Set([defaultPageSize, 100])

type FirstPage = CountedSamples & { samples: ListedSample[] }
const shareFirstPage = nextReads<FirstPage>()

/** Reads the first page of a list that one index serves, its places, and its total, in one statement. */
const listFirstPage = (db: Db, filter: ResolvedFilter, limit: number): Promise<FirstPage> =>
  shareFirstPage(db, JSON.stringify([filter, limit]), async () => {
    const rows = await readFirstPage(db, filter, limit)
    const total = Number(rows[0]?.total ?? 0)
    return { samples: rows.map((row) => ({ ...asSample(row), place: placeOf(row) })), total, isExact: true }
  })

/** The list of a batch is read most, and compiling its statement took a tenth of the server's time for it. */
const firstPageOfBatch = new Map(
  [...shortPageSizes].map((limit) => [
    limit,
    compiledOnce((db, batchId) => selectFirstPage(db, { batchId }, limit).compile(db)),
  ]),
)

async function readFirstPage(db: Db, filter: ResolvedFilter, limit: number): Promise<FirstPageRow[]> {
  const ofBatch = firstPageOfBatch.get(limit)
  const { batchId } = filter
  if (ofBatch && batchId && isOnlyBy(filter, 'batchId')) return ofBatch(db, batchId)
  return (await selectFirstPage(db, filter, limit).execute(db)).rows
}

type FirstPageRow = SampleRow & PlaceColumns & { total: number | null }

/** The limit is a constant: not knowing it, PostgreSQL would plan each page anew. */
function selectFirstPage(db: Db, filter: ResolvedFilter, limit: number): RawBuilder<FirstPageRow> {
  const direction = filter.batchId ? 'asc' : 'desc'
  const page = orderByNumber(db, filter, direction)
    .select(exactCountOf(db, filter).as('total'))
    .limit(sql.lit(limit))
  return withPlaces(page, direction)
}

/** Uses one index for both filter and order. If there is none, sorts small results in memory (decision 16). */
async function applyOrder(db: Db, filter: ResolvedFilter, counted: Promise<CountedSamples>) {
  const direction = filter.batchId ? 'asc' : 'desc'
  const samples = await exactMatchFirst(db, filter)
  if (!isServedByOneIndex(filter) && (await areFewEnoughToCollect(filter, counted)))
    return samples.where(amongCollected(filter)).orderBy(sql`sample.number + 0`, direction)
  if (filter.status && isBestByStatus(filter))
    return orderByStatus(db, byStatus(filter.status), { filter, direction })
  return orderByNumber(db, filter, direction, { samples })
}

async function exactMatchFirst(db: Db, { query }: ResolvedFilter): Promise<Samples> {
  const exact = query ? await findIdByIdentifier(db, query) : undefined
  return exact ? selectSamples(db).orderBy(sql`sample.id = ${exact}`, 'desc') : selectSamples(db)
}

/** Up to this many samples that have changed are collected: they may all be old, and are looked up by their events. */
const collectFromEvents = 50_000

const hasChangedSamples = ({ reached, change, rareStatuses }: ResolvedFilter) =>
  (reached ?? change) !== undefined && !rareStatuses

type Direction = 'asc' | 'desc'
type Samples = ReturnType<typeof selectSamples>

/**
 * Selects matching samples with a running number beyond `after`, ordered by it, along an index of a filter if possible.
 */
export function orderByNumber(
  db: Db,
  filter: ResolvedFilter,
  direction: Direction,
  { after, samples = selectSamples(db) }: { after?: number; samples?: Samples } = {},
): Samples {
  const leading = leadingFilterOf(filter)
  if (leading?.name === 'status') return orderByStatus(db, leading, { filter, direction, after })
  if (!leading) {
    const isAfter = sql<boolean>`${inSample} ${sql.raw(direction === 'asc' ? '>' : '<')} ${after ?? start[direction]}`
    // A page that is not collected is of many changed samples, of which the first ones are found soon.
    const condition =
      after === undefined && hasChangedSamples(filter) ? matches(filter) : matchesAmongAll(filter, 'sample')
    return samples.where(condition).where(isAfter).orderBy('sample.number', direction)
  }
  return samples
    .where(matches({ ...filter, [leading.name]: undefined }))
    .where(indexRange(leading, direction, after))
    .orderBy(leading.column, direction)
    .orderBy('sample.number', direction)
}

/**
 * Selects as `orderByNumber`, along the samples of a status. The `limit` makes PostgreSQL look up one sample after the
 * other, instead of sorting all that it expects to match.
 */
function orderByStatus(
  db: Db,
  status: LeadingFilter,
  { filter, direction, after }: { filter: ResolvedFilter; direction: Direction; after?: number | undefined },
): Samples {
  const sample = selectSamples(db)
    .where(sql<boolean>`sample.number = listed.number`)
    .where(matches({ ...filter, status: undefined, waits: undefined, waitingSince: undefined }))
    .limit(sql.lit(1))
  return db
    .selectFrom('sample_in_status as listed')
    .innerJoinLateral(sample.as('sample'), (join) => join.onTrue())
    .where(sql<boolean>`${indexRange(status, direction, after)} ${andWaits(filter)}`)
    .orderBy(status.column, direction)
    .orderBy('listed.number', direction)
    .selectAll('sample') as unknown as Samples
}

const byStatus = (status: SampleStatus): LeadingFilter => ({
  name: 'status',
  column: sql`listed.status`,
  value: unknownToThePlanner(sql`${status}::text`),
  number: sql`listed.number`,
})

/**
 * Restricts a column to one value, for a query ordered by that column and number. Written as a range, because for an
 * equality PostgreSQL chooses the index on number and skips every sample that was registered before.
 */
export function indexRange(
  { column, value, number = inSample }: IndexedValue,
  direction: Direction,
  after = start[direction],
) {
  return direction === 'asc'
    ? sql<boolean>`(${column}, ${number}) > (${value}, ${after}::bigint) and ${column} <= ${value}`
    : sql<boolean>`(${column}, ${number}) < (${value}, ${after}::bigint) and ${column} >= ${value}`
}

/** Before the first and beyond the last running number. */
const start: Record<Direction, number> = { asc: 0, desc: Number.MAX_SAFE_INTEGER }
const inSample = sql`sample.number`

/** A value of the first column of an index, whose second is the running number, that of `sample` if not given. */
type IndexedValue = {
  column: RawBuilder<unknown>
  value: RawBuilder<unknown>
  number?: RawBuilder<unknown>
}
type LeadingFilter = IndexedValue & { name: keyof ResolvedFilter }

/** Returns the filter with an index on (column, number) that is usually the most selective. */
function leadingFilterOf(filter: ResolvedFilter): LeadingFilter | undefined {
  const { batchId, subjectId, siteId, status, rareStatuses, sampleType } = filter
  if (hasUnindexedFilter(filter)) return undefined
  if (batchId) {
    const value = unknownToThePlanner(sql`${batchId}::uuid`)
    return { name: 'batchId', column: sql`sample.batch_id`, value }
  }
  if (subjectId) return ignoringCase('subjectId', sql`sample.subject_id`, subjectId)
  if (status && rareStatuses) return byStatus(status)
  if (siteId) return ignoringCase('siteId', sql`sample.site_id`, siteId)
  if (status) return byStatus(status)
  if (sampleType)
    return {
      name: 'sampleType',
      column: sql`sample.type`,
      value: unknownToThePlanner(sql`${sampleType}::text`),
    }
  return undefined
}

/**
 * Puts a value into a select of its own. Of the first and the last value of a column PostgreSQL expects that a range
 * holds one row at most, and so reads and sorts all.
 */
const unknownToThePlanner = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select ${value})`

const ignoringCase = (
  name: keyof ResolvedFilter,
  column: RawBuilder<unknown>,
  text: string,
): LeadingFilter => ({
  name,
  column: sql`upper(${column})`,
  value: unknownToThePlanner(sql`upper(${text})`),
})

/** True for a batch, which is small enough to scan, or at most one other filter. */
const isServedByOneIndex = (filter: ResolvedFilter) => {
  const { batchId, subjectId, siteId, status, sampleType } = filter
  const others = [subjectId, siteId, status, sampleType].filter(Boolean)
  return !hasUnindexedFilter(filter) && (batchId !== undefined || others.length < 2)
}

/** True for filters without an index in the order of the running number. */
const hasUnindexedFilter = (filter: ResolvedFilter) =>
  Boolean(filter.sites || filter.statuses || filter.sampleTypes || filter.waits) ||
  mayMatchMany(filter) ||
  isByChange(filter)

/** True for a status beside filters of which none finds the newest of many matches sooner than the status does. */
const isBestByStatus = (filter: ResolvedFilter) =>
  isOnlyBy(
    filter,
    'status',
    'rareStatuses',
    'waits',
    'waitingSince',
    'sites',
    'sampleTypes',
    'createdFrom',
    'createdTo',
  )
