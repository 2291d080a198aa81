import type { YesOrNo } from '@lims/contract/sample-filters.ts'
import { asOneLine } from '@lims/contract/text.ts'
import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../db/all-of.ts'
import { containing } from '../db/containing.ts'
import { isUuid } from '../db/is-uuid.ts'
import { isInStatuses } from './filter-queries.ts'
import { collectFromStorage, type ResolvedFilter, type StoragesInside } from './resolve-filter.ts'

/** Returns the filter as a condition on `sample` or an alias of it. */
export function matches(filter: ResolvedFilter, table = 'sample'): RawBuilder<boolean> {
  const { query, name, batchId, status, statuses, sampleType, sampleTypes, custody } = filter
  const { waits, waitingSince, reached, change, isInUse } = filter
  const { subjectId, subjectPart, siteId, sites, inside, hasPlace, hasFile, hasParent } = filter
  const { createdFrom, createdTo } = filter
  const column = (of: string) => sql.ref(`${table}.${of}`)
  const conditions = [
    ...(batchId ? [sql`${column('batch_id')} = ${batchId}`] : []),
    ...(status ? [sql`${column('status')} = ${status}`] : []),
    ...(statuses ? [sql`${column('status')} = any(${statuses}::text[])`] : []),
    ...(sampleType ? [sql`${column('type')} = ${sampleType}`] : []),
    ...(sampleTypes ? [sql`${column('type')} = any(${sampleTypes}::text[])`] : []),
    ...(custody ? [sql`${column('custody')} = ${custody}`] : []),
    ...(isInUse ? [sql`${column('custody')} not in ('DEPLETED', 'DISPOSED')`] : []),
    ...(subjectId ? [equalsIgnoringCase(column('subject_id'), subjectId)] : []),
    ...(siteId ? [equalsIgnoringCase(column('site_id'), siteId)] : []),
    ...(subjectPart ? [sql`upper(${column('subject_id')}) like upper(${containing(subjectPart)})`] : []),
    ...(sites ? [isOneOf(column('site_id'), sites)] : []),
    ...(inside ? [isInside(column('id'), inside)] : []),
    ...(hasPlace ? [hasPlace === 'yes' ? column('is_stored') : sql`not ${column('is_stored')}`] : []),
    ...(hasFile ? [hasUsableFile(hasFile, column)] : []),
    ...(hasParent
      ? [sql`${column('parent_sample_id')} is ${sql.raw(hasParent === 'yes' ? 'not null' : 'null')}`]
      : []),
    ...(createdFrom ? [sql`${column('created_at')} >= ${createdFrom}::timestamptz`] : []),
    ...(createdTo ? [sql`${column('created_at')} < ${createdTo}::timestamptz`] : []),
    ...(waits ? [sampleWaits(column)] : []),
    ...(waitingSince ? [sql`${column('status_since')} < ${waitingSince}::timestamptz`] : []),
    ...(reached ? [hasEvent(eventsThatReached(reached, filter), sql`sample_id = ${column('id')}`)] : []),
    ...(change ? [hasChanged(change, filter, column('id'))] : []),
    ...(query ? [textMatches(query, column)] : []),
    ...(name ? [nameMatches(name, column)] : []),
  ]
  return allOf(conditions)
}

/**
 * Returns the filter as `matches` does, for a query that looks for its samples among all: those that have changed are
 * read from the events, once, where `matches` looks up the events of each sample.
 */
export function matchesAmongAll(filter: ResolvedFilter, table: string): RawBuilder<boolean> {
  const { reached, change } = filter
  const id = sql.ref(`${table}.id`)
  return allOf([
    ...(reached ? [sql`${id} in (select sample_id ${eventsThatReached(reached, filter)})`] : []),
    ...(change ? [sql`${id} in (${samplesChanged(change, filter)})`] : []),
    amongListed({ ...filter, reached: undefined, change: undefined }, table),
  ])
}

/**
 * Those in a rare status are read from `sample_in_status`, as an array, so that PostgreSQL begins with them; others
 * from the table that lists them, if any.
 */
function amongListed(filter: ResolvedFilter, table: string): RawBuilder<boolean> {
  const among = (numbers: RawBuilder<unknown>, others: ResolvedFilter) =>
    sql<boolean>`(${sql.ref(`${table}.number`)} ${numbers} and ${matches(others, table)})`
  if (filter.rareStatuses) {
    const { rareStatuses, waits, waitingSince, status, statuses, ...others } = filter
    const numbers = sql`select number from sample_in_status where ${isInStatuses(rareStatuses, filter)}`
    return among(sql`= any(array(${numbers}))`, others)
  }
  const listing = listingOf(filter)
  return listing ? among(sql`in (${listing.numbers})`, listing.others) : matches(filter, table)
}

type Listing = { numbers: RawBuilder<unknown>; others: ResolvedFilter }

/** Returns a query of the samples that a table lists for one part of a filter, and the other parts. */
export function listingOf(filter: ResolvedFilter): Listing | undefined {
  const { custody, hasPlace, ...others } = filter
  if (custody && custody !== 'AVAILABLE')
    return {
      numbers: sql`select number from sample_not_available where custody = ${custody}`,
      others: { ...others, hasPlace },
    }
  if (hasPlace === 'no') {
    const { isInUse, ...rest } = others
    return {
      numbers: sql`select number from sample_without_place ${isInUse ? sql`where is_in_use` : sql``}`,
      others: { ...rest, custody },
    }
  }
  return undefined
}

/** Uses the database's case mapping, like the indexes. */
export const equalsIgnoringCase = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`upper(${column}) = upper(${text})`

/** `texts` are in capitals. */
export const isOneOf = (column: RawBuilder<unknown>, texts: string[]) =>
  sql<boolean>`upper(${column}) = any(${texts}::text[])`

/**
 * Looks up the place of each sample, or joins. Of `in (select …)` beside `or`, PostgreSQL searches all tubes of the
 * storage for each sample if they are too many for its memory.
 */
const isInside = (id: RawBuilder<unknown>, { storageIds }: StoragesInside) => sql<boolean>`exists (
  select from placement where placement.sample_id = ${id} and placement.storage_id = any(${storageIds}::integer[])
)`

const samplesInside = ({ storageIds }: StoragesInside) => sql`
  select sample_id from placement where storage_id = any(${storageIds}::integer[]) and sample_id is not null
`

/**
 * Returns `from … where …` of a query that collects all matches. The tubes of a small storage are read first, and then
 * compared with the other filters: `offset 0` keeps PostgreSQL from beginning with one that it expects to leave fewer.
 */
export function fromMatches(filter: ResolvedFilter, table: string): RawBuilder<unknown> {
  const { inside, ...others } = filter
  if (!inside || inside.tubes > collectFromStorage)
    return sql`from sample as ${sql.ref(table)} where ${matchesAmongAll(filter, table)}`
  const stored = sql`select * from sample where id = any(array(${samplesInside(inside)})) offset 0`
  return sql`from (${stored}) as ${sql.ref(table)} where ${matches(others, table)}`
}

/** Returns the filter as a condition that is read first, so that no index in order is followed. */
export const amongCollected = (filter: ResolvedFilter): RawBuilder<boolean> =>
  sql<boolean>`sample.id = any(array(select match.id ${fromMatches(filter, 'match')}))`

const sampleWaits = (column: (name: string) => RawBuilder<unknown>) =>
  sql`sample_waits(${column('custody')}, ${column('status')}, ${column('parent_sample_id')})`

/** A file in doubt is not used, and so does not count. */
const hasUsableFile = (hasFile: YesOrNo, column: (name: string) => RawBuilder<unknown>) =>
  hasFile === 'yes'
    ? sql`(${column('bam_file_uri')} is not null and ${column('bam_doubt')} is null)`
    : sql`(${column('bam_file_uri')} is null or ${column('bam_doubt')} is not null)`

/** The `limit` makes PostgreSQL look up the events of one sample after the other, instead of reading all. */
const hasEvent = (events: RawBuilder<unknown>, isOfSample: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((select true ${events} and ${isOfSample} limit 1), false)`

/** The status is inlined, because the planner does not match a parameter to the partial index. */
function eventsThatReached(status: 'RECEIVED' | 'SEQUENCED', { reachedFrom, reachedTo }: ResolvedFilter) {
  const from = reachedFrom ? sql`and at >= ${reachedFrom}::timestamptz` : sql``
  const to = reachedTo ? sql`and at < ${reachedTo}::timestamptz` : sql``
  return sql`
    from lifecycle_event
    where to_status = ${sql.lit(status)} and from_status is not null ${from} ${to}
      and undoes is null
      and not exists (select from lifecycle_event undo where undo.undoes = lifecycle_event.id)
  `
}

/** What an audit event says beyond its action, as one of `changeVariants` or null. */
export const changeVariant = sql`case
  when action = 'sample.arrange' and after -> 'place' = 'null' then 'taken-out'
  when action = 'custody.undo-pick' and before ->> 'custody' = 'MISSING' then 'not-found'
end`

function eventsOfChange(
  change: string,
  { changedBy, changedFrom, changedTo, changedVariant }: ResolvedFilter,
) {
  const actor = changedBy ? sql`and person_id = ${changedBy}` : sql``
  const from = changedFrom ? sql`and at >= ${changedFrom}::timestamptz` : sql``
  const to = changedTo ? sql`and at <= ${changedTo}::timestamptz` : sql``
  const variant = changedVariant ? sql`and coalesce(${changeVariant}, 'none') = ${changedVariant}` : sql``
  return sql`
    from audit_event where entity_type = 'sample' and action = ${change} ${actor} ${from} ${to} ${variant}
  `
}

const isOfPrintRun = (change: string) => change.startsWith('print-run.')

/** Old events may have the id in capitals. An event of a print run is under the first of its samples only. */
function hasChanged(change: string, filter: ResolvedFilter, id: RawBuilder<unknown>) {
  if (isOfPrintRun(change)) return sql<boolean>`${id} in (${samplesChanged(change, filter)})`
  const isOfSample = sql`entity_id = any(array[${id}::text, upper(${id}::text)])`
  return hasEvent(eventsOfChange(change, filter), isOfSample)
}

function samplesChanged(change: string, filter: ResolvedFilter) {
  const events = eventsOfChange(change, filter)
  const ids = sql`select case when entity_type = 'sample' then nullif(entity_id, '')::uuid end ${events}`
  if (!isOfPrintRun(change)) return ids
  // An event of a print run is under the first of its samples. After an erasure it may name no run.
  return sql`
    ${ids} union select sample_id from print_label where run_id in (
      select case when entity_type = 'sample' then (after ->> 'runId')::uuid end ${events}
    )
  `
}

/** Matches name, tube ID, type and notes, or a whole id, which may have been scanned. */
function textMatches(query: string, column: (name: string) => RawBuilder<unknown>) {
  // Names are in one line, and tube IDs of other systems may not be.
  const forms = [...new Set([query, asOneLine(query)])]
  const contained = sql`(${sql.join(
    forms.map((form) => sql`${column('search_text')} like lower(${containing(form)})`),
    sql` or `,
  )})`
  return isUuid(query) ? sql`(${contained} or ${column('id')} = ${query})` : contained
}

/** Also tests `search_text`, which contains the name and has the trigram index. */
function nameMatches(name: string, column: (name: string) => RawBuilder<unknown>) {
  const pattern = sql`lower(${containing(name)})`
  return sql`(${column('search_text')} like ${pattern} and lower(${column('name')}) like ${pattern})`
}
