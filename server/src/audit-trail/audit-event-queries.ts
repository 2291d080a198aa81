import { type AuditAction, AuditEntityType, auditActions } from '@lims/contract/audit.ts'
import { type AuditEvent, type AuditFilters, personFields } from '@lims/contract/audit-api.ts'
import { keysOf } from '@lims/contract/keys-of.ts'
import { maxCountedTotal, type PageQuery } from '@lims/contract/paging.ts'
import { type RawBuilder, sql } from 'kysely'
import { idsInEvents } from '../audit/audit-queries.ts'
import { allOf } from '../db/all-of.ts'
import type { Db } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { listPersonNames } from '../sessions/person-queries.ts'
import { listEntityNames } from './entity-name-queries.ts'
import type { ResolvedAuditFilters } from './resolve-record.ts'

type AuditPage = { events: AuditEvent[]; totalEvents: number; totalIsExact: boolean }
type Ids = RawBuilder<{ id: number }>

/** Returns a page of the events that match, newest first, and how many there are, up to `maxCountedTotal`. */
export async function listAuditEvents(
  db: Db,
  { pageNumber, pageSize, ...filters }: ResolvedAuditFilters & PageQuery,
): Promise<AuditPage> {
  const matching = sql<{ id: number }>`select e.id from audit_event e where ${matches(filters)}`
  const range = { limit: pageSize, offset: pageNumber * pageSize }
  const counted = countUpToLimit(db, matching)
  // A person and a kind that have many events each may share few: those are collected and sorted (decision 16).
  const isSorted = filters.personId && (filters.action || filters.entityType) && (await counted).totalIsExact
  const page = isSorted ? sortedIds(filters, range) : newestIds(filters, range)
  const [events, count] = await Promise.all([listByIds(db, page), counted])
  return { events, ...count }
}

/** The sum keeps PostgreSQL from reading an index in order. */
const sortedIds = (
  filters: ResolvedAuditFilters,
  { limit, offset }: { limit: number; offset: number },
): Ids => sql`
  select e.id from audit_event e where ${matches(filters)}
  order by e.at + interval '0' desc, e.id desc limit ${limit} offset ${offset}
`

/**
 * Returns a page of the changes of one record, newest first, also of a deleted one. Those of a sample include what
 * touched it under its batch (registered, imported, deleted or restored with it), its creation out of its parent, and
 * the print runs of its labels.
 */
export async function listHistory(
  db: Db,
  record: { entityType: 'sample' | 'batch' | 'storage'; entityId: string },
  { pageNumber, pageSize }: PageQuery,
): Promise<AuditPage> {
  const all = historyOf(record)
  const page = sql<{ id: number }>`
    select found.id from (${all}) found order by found.at desc, found.id desc
    limit ${pageSize} offset ${pageNumber * pageSize}
  `
  const [events, count] = await Promise.all([listByIds(db, page), countUpToLimit(db, all)])
  return { events, ...count }
}

/** Makes filters by a record match all that the history of this record shows. */
export async function resolveHistory(db: Db, filters: AuditFilters): Promise<ResolvedAuditFilters> {
  const { entityType, entityId, ...others } = filters
  // The history of any other record is its own events, such as a storage's many readings of temperatures.
  if (entityType !== 'sample' || entityId === undefined) return { ...filters, namesakeIds: [] }
  const { rows } = await sql<{ id: number }>`
    select shown.id from (${historyOf({ entityType, entityId })}) shown
  `.execute(db)
  return { ...others, entityId: undefined, namesakeIds: [], eventIds: rows.map(({ id }) => id) }
}

const eventsPerRead = 1000

/** Counts the events that match, up to `maxCountedTotal`. */
export const countAuditEvents = (db: Db, filters: ResolvedAuditFilters) =>
  countUpToLimit(db, sql`select e.id from audit_event e where ${matches(filters)}`)

/** Yields all events that match in pages, the oldest first, each page with a query of its own. */
export async function* readAuditEvents(db: Db, filters: ResolvedAuditFilters): AsyncGenerator<AuditEvent[]> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from audit_event`.execute(db)
  const newest = rows[0]?.id ?? 0
  let after: { at: string; id: number } = { at: '-infinity', id: 0 }
  for (;;) {
    const page: { rows: { at: string; id: number }[] } = await sql<{ at: string; id: number }>`
      select to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.id from audit_event e
      where ${matches(filters)} and (e.at, e.id) > (${after.at}::timestamptz, ${after.id}::bigint)
        and e.id <= ${newest}::bigint
      order by e.at, e.id limit ${eventsPerRead}
    `.execute(db)
    const last = page.rows.at(-1)
    if (!last) return
    const ids = page.rows.map(({ id }) => id)
    yield (await listByIds(db, sql`select unnest(${ids}::bigint[]) as id`)).reverse()
    if (page.rows.length < eventsPerRead) return
    after = last
  }
}

function matches({
  entityType,
  entityId,
  namesakeIds,
  eventIds,
  personId,
  action,
  from,
  to,
}: ResolvedAuditFilters): RawBuilder<boolean> {
  const types = entityType ? [entityType] : AuditEntityType.options
  const conditions = [
    // The index of records begins with their type.
    ...(entityType || entityId ? [sql`e.entity_type = any(${types}::text[])`] : []),
    ...(entityId ? [isOneOf([entityId, ...namesakeIds])] : []),
    // A scan has no name, and its id may be that of a storage.
    ...(entityId ? [sql`(e.entity_type <> 'scan' or e.entity_id = ${entityId})`] : []),
    ...(eventIds ? [sql`e.id = any(${eventIds}::bigint[])`] : []),
    ...(personId ? [sql`e.person_id = ${personId}`] : []),
    ...(action ? [sql`e.action = ${action}`] : []),
    ...(from ? [sql`e.at >= ${new Date(from)}::timestamptz`] : []),
    ...(to ? [sql`e.at < ${new Date(to)}::timestamptz`] : []),
  ]
  return allOf(conditions)
}

/** Reads ids only, along one index: rows are read of one page. */
function newestIds(filters: ResolvedAuditFilters, { limit, offset }: { limit: number; offset: number }): Ids {
  const { entityType, entityId, personId, action } = filters
  const inOrder = sql`limit ${limit} offset ${offset}`
  if (entityId) {
    return sql`select e.id from audit_event e where ${matches(filters)} order by e.at desc, e.id desc ${inOrder}`
  }
  if (personId) return sql`${newestOf(sql`e.person_id`, sql`${personId}`, filters)} ${inOrder}`
  if (action) return sql`${newestOf(sql`e.action`, sql`${action}`, filters)} ${inOrder}`
  if (entityType) return newestOfActions(filters, actionsOf(entityType), { limit, offset })
  return sql`select e.id from audit_event e where ${matches(filters)} order by e.at desc, e.id desc ${inOrder}`
}

/**
 * Selects events with one value of a column that has an index on (column, at, id). Written as a range, because for an
 * equality PostgreSQL may read the index of all events in order and skip every other one (decision 16).
 */
function newestOf(column: RawBuilder<unknown>, value: RawBuilder<unknown>, filters: ResolvedAuditFilters) {
  const from = filters.from ? sql`${new Date(filters.from)}::timestamptz` : sql`'-infinity'::timestamptz`
  const to = filters.to ? sql`${new Date(filters.to)}::timestamptz` : sql`'infinity'::timestamptz`
  return sql<{ at: Date; id: number }>`
    select e.at, e.id from audit_event e
    where (${column}, e.at, e.id) >= (${value}, ${from}, 0) and (${column}, e.at, e.id) < (${value}, ${to}, 0)
      and ${matches(filters)}
    order by ${column} desc, e.at desc, e.id desc
  `
}

/** Events of a rare kind of record are found by their actions, each of which has an index in order. */
const newestOfActions = (
  filters: ResolvedAuditFilters,
  actions: readonly AuditAction[],
  { limit, offset }: { limit: number; offset: number },
): Ids => sql`
  select newest.id from unnest(${[...actions]}::text[]) of_action
  cross join lateral (
    ${newestOf(sql`e.action`, sql`of_action`, filters)} limit ${limit + offset}
  ) newest
  order by newest.at desc, newest.id desc limit ${limit} offset ${offset}
`

const actionsOf = (entityType: AuditEntityType) =>
  keysOf(auditActions).filter((action) => auditActions[action].entityType.split(' or ').includes(entityType))

const isOneOf = (entityIds: readonly string[]) =>
  sql<boolean>`e.entity_id = any(${idsInEvents(entityIds)}::text[])`

/** Selects the events of a record, and those of others that its history shows. */
export const historyOf = (record: { entityType: AuditEntityType; entityId: string }) =>
  record.entityType === 'sample' ? idsOfSample(record.entityId) : idsOfRecord(record)

const idsOfRecord = ({ entityType, entityId }: { entityType: string; entityId: string }) =>
  sql<{ at: Date; id: number }>`
    select e.at, e.id from audit_event e where e.entity_type = ${entityType} and ${isOneOf([entityId])}
  `

/** All events of a request have one time: by it a batch knows the samples that were registered with it. */
const idsOfSample = (sampleId: string) => sql<{ at: Date; id: number }>`
  with given as (
    select ${isUuid(sampleId) ? sampleId : null}::uuid as id
  ), kept as (
    select deletion_id::text, content from deleted_row where table_name = 'sample' and content ->> 'id' = ${sampleId}
  ), own as (
    select e.at, e.id, e.action, e.before from audit_event e where e.entity_type = 'sample' and ${isOneOf([sampleId])}
  ), present as (
    select batch_id::text, parent_sample_id::text as parent_id, created_at from sample where id = (select id from given)
    union
    select content ->> 'batch_id', content ->> 'parent_sample_id', (content ->> 'created_at')::timestamptz from kept
  ), origin as (
    select batch_id, parent_id, created_at from present
    union
    select own.before ->> 'batchId', parent_id, created_at from present cross join own where own.before ? 'batchId'
  ), printed as (
    select label.run_id, first.sample_id::text as first_sample, coalesce(run.batch_id::text, '') as batch_id
    from print_label label
    join print_run run on run.id = label.run_id
    join print_label first on first.run_id = label.run_id and first.place = 1
    where label.sample_id = (select id from given)
  )
  select own.at, own.id from own
  union
  select e.at, e.id from origin join audit_event e
    on e.entity_type = 'batch' and e.entity_id = origin.batch_id and e.at = origin.created_at
  where e.action in ('batch.create', 'batch.import')
  union
  select e.at, e.id from origin join audit_event e
    on e.entity_type = 'sample' and e.entity_id = origin.parent_id and e.at = origin.created_at
  where e.action = 'sample.add-child' and e.after -> 'ids' ? ${sampleId}
  union
  select e.at, e.id from origin join audit_event e on e.entity_type = 'batch' and e.entity_id = origin.batch_id
  where e.action in ('batch.delete', 'batch.restore')
    and e.after ->> 'deletionId' in (select deletion_id from kept)
  union
  select e.at, e.id from printed join audit_event e on e.entity_type = 'batch' and e.entity_id = printed.batch_id
  where e.action like 'print-run.%' and e.after ->> 'runId' = printed.run_id::text
  union
  select e.at, e.id from printed join audit_event e on e.entity_type = 'sample' and e.entity_id = printed.first_sample
  where e.action like 'print-run.%' and e.after ->> 'runId' = printed.run_id::text
`

async function countUpToLimit(db: Db, matching: Ids) {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select from (${matching}) found limit ${maxCountedTotal + 1}) counted
  `.execute(db)
  const total = rows[0]?.total ?? 0
  return { totalEvents: Math.min(total, maxCountedTotal), totalIsExact: total <= maxCountedTotal }
}

type EventRow = Omit<AuditEvent, 'at' | 'person' | 'token' | 'entityName' | 'people'> & {
  at: Date
  personId: string
  personName: string | null
  ownerName: string | null
  tokenId: string | null
  tokenName: string | null
}

/** Returns events newest first, with the names of people, tokens and records. */
async function listByIds(db: Db, ids: Ids): Promise<AuditEvent[]> {
  const { rows } = await sql<EventRow>`
    select e.id, e.at, e.person_id as "personId", person.name as "personName",
      owner.name as "ownerName", e.token_id as "tokenId",
      token.name as "tokenName", e.action, e.entity_type as "entityType", e.entity_id as "entityId",
      e.before, e.after, e.reason, c.seal, coalesce(c.erased_by is not null, false) as erased
    from (${ids}) page
    join audit_event e on e.id = page.id
    left join person on person.id = e.person_id
    left join person owner on owner.id = person.owner_id
    left join api_token token on token.id = e.token_id
    left join audit_commitment c on c.event_id = e.id
    order by e.at desc, e.id desc
  `.execute(db)
  const names = await listEntityNames(db, [...rows, ...rows.flatMap(recordsIn)])
  const people = await listPersonNames(db, rows.flatMap(peopleIn))
  return rows.map(({ personId, personName, ownerName, tokenId, tokenName, at, ...event }) => {
    const namedPeople = namesOf(people, peopleIn(event))
    const recordNames = namesOf(
      names,
      recordsIn(event).map((record) => `${record.entityType} ${record.entityId}`),
    )
    return {
      ...event,
      at: at.toISOString(),
      person: { id: personId, name: personName ?? personId, ...(ownerName !== null && { owner: ownerName }) },
      token: tokenId === null ? null : { id: tokenId, name: tokenName ?? tokenId },
      entityName: names.get(`${event.entityType} ${event.entityId}`) ?? null,
      ...(namedPeople && { people: namedPeople }),
      ...(recordNames && { recordNames }),
    }
  })
}

/** The names of these keys, as far as they are known; undefined if none is. */
function namesOf(
  names: ReadonlyMap<string, string>,
  keys: readonly string[],
): Record<string, string> | undefined {
  const known = keys.flatMap((key) => {
    const name = names.get(key)
    return name === undefined ? [] : [[key, name]]
  })
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

/** The records whose ids an event holds, beside its own. */
const recordsIn = ({ before, after }: Pick<EventRow, 'before' | 'after'>) =>
  [before, after].flatMap((content) => {
    const place = content?.place as { storageId?: unknown } | null | undefined
    return [
      { entityType: 'batch', entityId: content?.batchId },
      { entityType: 'sample', entityId: content?.parentSampleId },
      { entityType: 'storage', entityId: content?.parentID },
      { entityType: 'storage', entityId: place?.storageId },
    ].flatMap(({ entityType, entityId }) =>
      typeof entityId === 'string' || typeof entityId === 'number'
        ? [{ entityType, entityId: String(entityId) }]
        : [],
    )
  })

const peopleIn = ({ before, after }: Pick<EventRow, 'before' | 'after'>): string[] => [
  ...new Set(
    personFields.flatMap((field) => [before?.[field], after?.[field]]).filter((id) => typeof id === 'string'),
  ),
]
