import { largestCountedTotal } from '@lims/contract/paging.ts'
import type { SampleListQuery } from '@lims/contract/samples.ts'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../db/containing.ts'
import type { Db } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { findIdByIdentifier, type SampleRow, selectSamples } from './sample-queries.ts'

export type SampleFilter = Omit<SampleListQuery, 'pageNumber' | 'pageSize'>

/** So few matches are gathered and sorted; more are met soon enough while walking in order. */
export const fewMatches = 2000

/**
 * A page in the order of registration within one batch, else the newest first. The sample whose id or tube id was given
 * to the letter comes before those that only contain it. Beside it, how many there are in all.
 */
export async function listSamples(
  db: Db,
  { pageNumber, pageSize, ...filter }: SampleListQuery,
): Promise<CountedSamples & { samples: SampleRow[] }> {
  const counted = countSamples(db, filter)
  const page = async () =>
    (await inOrder(await exactFirst(db, filter), filter, counted))
      .limit(pageSize)
      .offset(pageNumber * pageSize)
      .execute()
  const [samples, count] = await Promise.all([page(), counted])
  return { samples, ...count }
}

async function exactFirst(db: Db, { query }: SampleFilter): Promise<Samples> {
  const exact = query ? await findIdByIdentifier(db, query) : undefined
  return exact ? selectSamples(db).orderBy(sql`sample.id = ${exact}`, 'desc') : selectSamples(db)
}

/** One index must give both, the samples and their order; without such a one, few are sorted (decision 16). */
async function inOrder(samples: Samples, filter: SampleFilter, counted: Promise<CountedSamples>) {
  const direction = filter.batchId ? 'asc' : 'desc'
  if (!hasOneIndex(filter) && (await counted).total <= fewMatches) {
    return samples.where(matches(filter)).orderBy(sql`sample.number + 0`, direction)
  }
  return inRunningOrder(samples, filter, direction)
}

/** The samples that match by running number, after a number; along the index of a filter where it has one. */
export function inRunningOrder(
  samples: Samples,
  filter: SampleFilter,
  direction: 'asc' | 'desc',
  after = direction === 'asc' ? 0 : maxNumber,
): Samples {
  const lead = leadOf(filter)
  const isAfter = direction === 'asc' ? '>' : '<'
  if (!lead) {
    const matching = samples.where(matches(filter)).where('sample.number', isAfter, after)
    return matching.orderBy('sample.number', direction)
  }
  return samples
    .where(matches({ ...filter, [lead.name]: undefined }))
    .where(alongIndex(lead, direction, after))
    .orderBy(lead.column, direction)
    .orderBy('sample.number', direction)
}

/**
 * The samples with one value in a column, to be ordered by column and number: said so that only the index of both
 * gives this order. After an equality PostgreSQL would take the index by number instead, and pass over every sample
 * that was registered before.
 */
export function alongIndex(
  { column, value }: Pick<Lead, 'column' | 'value'>,
  direction: 'asc' | 'desc',
  after: number,
) {
  return direction === 'asc'
    ? sql<boolean>`(${column}, sample.number) > (${value}, ${after}::bigint) and ${column} <= ${value}`
    : sql<boolean>`(${column}, sample.number) < (${value}, ${after}::bigint) and ${column} >= ${value}`
}

const maxNumber = Number.MAX_SAFE_INTEGER

type Samples = ReturnType<typeof selectSamples>
type Lead = { name: keyof SampleFilter; column: RawBuilder<unknown>; value: RawBuilder<unknown> }

/** The filter by a column whose index goes on with the number: the one that leaves fewest, as a rule. */
function leadOf(filter: SampleFilter): Lead | undefined {
  const { batchId, subjectId, siteId, status, sampleType } = filter
  if (isFoundOneByOne(filter)) return undefined
  if (batchId) {
    return isUuid(batchId)
      ? { name: 'batchId', column: sql`sample.batch_id`, value: sql`${batchId}::uuid` }
      : undefined
  }
  if (subjectId) return inAnyCase('subjectId', sql`sample.subject_id`, subjectId)
  if (siteId) return inAnyCase('siteId', sql`sample.site_id`, siteId)
  if (status) return { name: 'status', column: sql`sample.status`, value: sql`${status}` }
  if (sampleType) return { name: 'sampleType', column: sql`sample.type`, value: sql`${sampleType}` }
  return undefined
}

const inAnyCase = (name: keyof SampleFilter, column: RawBuilder<unknown>, text: string): Lead => ({
  name,
  column: sql`upper(${column})`,
  value: sql`upper(${text})`,
})

/** A batch is small enough to look through; of the other filters none or one. */
const hasOneIndex = (filter: SampleFilter) => {
  const { batchId, subjectId, siteId, status, sampleType } = filter
  const others = [subjectId, siteId, status, sampleType].filter(Boolean)
  return !isFoundOneByOne(filter) && (batchId !== undefined || others.length < 2)
}

/** No index has what is asked in the order of the numbers. */
const isFoundOneByOne = ({ query, name, waitingSince, reached, change }: SampleFilter) =>
  Boolean(query || name || waitingSince || reached || change)

export type CountedSamples = { total: number; isExact: boolean }

/** Exact, except that a free-text search stops counting at 10,000. */
export async function countSamples(db: Db, filter: SampleFilter): Promise<CountedSamples> {
  if (filter.query || filter.name) return countFound(db, filter)
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
  const { query, name, batchId, status, sampleType, subjectId, siteId, waitingSince, reached, change } =
    filter
  const column = (of: string) => sql.ref(`${table}.${of}`)
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
    ...(name ? [foundByName(name, column)] : []),
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

/** By name, tube id, type and notes; a whole id too, since it may have been scanned. */
function foundByText(query: string, column: (name: string) => RawBuilder<unknown>) {
  const contained = sql`${column('search_text')} like lower(${containing(query)})`
  return isUuid(query) ? sql`(${contained} or ${column('id')} = ${query})` : contained
}

/** The name begins the text of the search index, which so narrows a search by name too. */
function foundByName(name: string, column: (name: string) => RawBuilder<unknown>) {
  const pattern = sql`lower(${containing(name)})`
  return sql`(${column('search_text')} like ${pattern} and lower(${column('name')}) like ${pattern})`
}
