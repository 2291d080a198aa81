import { maxCountedTotal } from '@lims/contract/paging.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Seal, SealedEvent } from './event-text.ts'
import { type Chain, type Commitment, type ErasedCounts, maxUnsealedMs } from './verify-chain.ts'

const rowsPerRead = 2000
const utc = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

type ChainStart = { seal: number; event: number }
/** Also what somebody inserted before the first event. */
const wholeChain: ChainStart = { seal: 1, event: Number.MIN_SAFE_INTEGER + 1 }

/** Reads the chain of the database in pages, each by its primary key, from a seal and the first event it needs. */
export const readChain = (db: Db, { seal, event }: ChainStart = wholeChain): Chain => ({
  seals: pages(
    (after) => listSeals(db, after),
    ({ number }) => number,
    seal - 1,
  ),
  commitments: pages(
    (after) => listCommitments(db, after),
    ({ eventId }) => eventId,
    event - 1,
  ),
  events: pages(
    (after) => listSealedEvents(db, after),
    ({ id }) => id,
    event - 1,
  ),
})

/** Reads one seal, the commitments that name it and their events. */
export const readSeal = (db: Db, seal: Seal): Chain => ({
  seals: once(async () => [seal]),
  commitments: once(() => listCommitmentsOfSeal(db, seal)),
  events: once(() => listEventsOfSeal(db, seal)),
})

async function* once<T>(read: () => Promise<T[]>) {
  yield await read()
}

/** Yields pages, while the next one is being read. */
async function* pages<T>(read: (after: number) => Promise<T[]>, keyOf: (row: T) => number, start: number) {
  let next = read(start)
  for (;;) {
    const rows = await next
    const last = rows.at(-1)
    if (last === undefined) return
    next = rows.length < rowsPerRead ? Promise.resolve([]) : read(keyOf(last))
    // A page that nobody waits for any more may fail; the loop that stopped must not end the process.
    next.catch(() => {})
    yield rows
  }
}

async function listSeals(db: Db, after: number): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    ${selectSeals} where number > ${after}::bigint order by number limit ${rowsPerRead}
  `.execute(db)
  return rows
}

const selectSeals = sql`
  select number, first_event as "firstEvent", last_event as "lastEvent", events, horizon,
    previous_hash as "previousHash", root, hash, ${utc('sealed_at')} as "sealedAt"
  from audit_seal
`
const selectCommitments = sql`
  select event_id as "eventId", seal, salt, commitment, erased_by as "erasedBy" from audit_commitment
`
const selectEvents = sql`
  select id, ${utc('at')} as at, person_id as "personId", token_id::text as "tokenId", action,
    entity_type as "entityType", entity_id as "entityId", before::text as before, after::text as after, reason
  from audit_event
`

async function listCommitments(db: Db, after: number): Promise<Commitment[]> {
  const { rows } = await sql<Commitment>`
    ${selectCommitments} where event_id > ${after}::bigint order by event_id limit ${rowsPerRead}
  `.execute(db)
  return rows
}

async function listSealedEvents(db: Db, after: number): Promise<SealedEvent[]> {
  const { rows } = await sql<SealedEvent>`
    ${selectEvents} where id > ${after}::bigint order by id limit ${rowsPerRead}
  `.execute(db)
  return rows
}

/** Returns the first seal of those that cover the newest events, up to about `events` of them, with its first event. */
export async function findRecentSeal(db: Db, events: number): Promise<ChainStart> {
  const { rows } = await sql<ChainStart>`
    with newest as (
      select number, first_event, sum(events) over (order by number desc) as total
      from audit_seal order by number desc limit ${events}
    )
    select coalesce(min(number), 1) as seal, coalesce(min(first_event), 1) as event
    from newest where total <= ${events} or number = (select max(number) from newest)
  `.execute(db)
  return rows[0] ?? { seal: 1, event: 1 }
}

/** A query for events. */
type Events = RawBuilder<{ at: Date; id: number }>

/** Returns the newest seals that cover some of the events, the newest first. */
export async function listSealsOfEvents(db: Db, events: Events, limit: number): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    ${selectSeals} where number in (
      select distinct c.seal from (${events}) e join audit_commitment c on c.event_id = e.id
      order by c.seal desc limit ${limit}
    ) order by number desc
  `.execute(db)
  return rows
}

async function listCommitmentsOfSeal(db: Db, { number, firstEvent, lastEvent }: Seal): Promise<Commitment[]> {
  const { rows } = await sql<Commitment>`
    ${selectCommitments} where event_id between ${firstEvent}::bigint and ${lastEvent}::bigint and seal = ${number}::bigint
    order by event_id
  `.execute(db)
  return rows
}

async function listEventsOfSeal(db: Db, { number, firstEvent, lastEvent }: Seal): Promise<SealedEvent[]> {
  const { rows } = await sql<SealedEvent>`
    ${selectEvents} where id in (
      select event_id from audit_commitment
      where event_id between ${firstEvent}::bigint and ${lastEvent}::bigint and seal = ${number}::bigint
    ) order by id
  `.execute(db)
  return rows
}

/** Lists the erasures that emptied events of a seal, and the later ones that emptied these erasures, newest first. */
export async function listErasuresOf(
  db: Db,
  { number, firstEvent, lastEvent }: Seal,
): Promise<{ event: SealedEvent; commitment: Commitment | undefined }[]> {
  const { rows: events } = await sql<SealedEvent>`
    with recursive erasing as (
      select erased_by as event_id from audit_commitment
      where event_id between ${firstEvent}::bigint and ${lastEvent}::bigint and seal = ${number}::bigint
        and erased_by is not null
      union
      select later.erased_by from erasing join audit_commitment later on later.event_id = erasing.event_id
      where later.erased_by is not null
    )
    ${selectEvents} where id in (select event_id from erasing) order by id desc
  `.execute(db)
  const { rows: commitments } = await sql<Commitment>`
    ${selectCommitments} where event_id = any(${events.map(({ id }) => id)}::bigint[])
  `.execute(db)
  const commitmentTo = new Map(commitments.map((commitment) => [commitment.eventId, commitment]))
  return events.map((event) => ({ event, commitment: commitmentTo.get(event.id) }))
}

/**
 * Counts the emptied events of each erasure, by the id of its event. `unproved` also counts those of earlier erasures
 * that it has emptied.
 */
export async function countErased(db: Db): Promise<Map<number, ErasedCounts>> {
  const { rows } = await sql<{ erasedBy: number; events: number; emptiedBy: number | null }>`
    select named.*, itself.erased_by as "emptiedBy"
    from (
      select erased_by as "erasedBy", count(*)::int as events from audit_commitment
      where salt is null and erased_by is not null group by erased_by
    ) named
    left join audit_commitment itself on itself.event_id = named."erasedBy"
    order by "erasedBy"
  `.execute(db)
  const counts = new Map(rows.map(({ erasedBy, events }) => [erasedBy, { events, unproved: events }]))
  // An erasure that emptied another one is newer, and so comes later.
  for (const { erasedBy, emptiedBy } of rows) {
    const later = emptiedBy === null ? undefined : counts.get(emptiedBy)
    if (later) later.unproved += counts.get(erasedBy)?.unproved ?? 0
  }
  return counts
}

/** Returns one of the events that should have a seal and has none. */
export async function findOverdueEvent(db: Db, events: Events, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select e.id from (${events}) e
    where e.at < ${new Date(now.getTime() - maxUnsealedMs)}::timestamptz
      and not exists (select from audit_commitment c where c.event_id = e.id)
    order by e.id limit 1
  `.execute(db)
  return rows[0]?.id
}

/** Counts the events that wait for a seal, up to 10,000. */
export async function countUnsealed(db: Db): Promise<number> {
  const { rows } = await sql<{ unsealed: number }>`
    with last as (select coalesce((select horizon from audit_seal order by number desc limit 1), 0) as horizon)
    select count(*)::int as unsealed from (
      select from last, audit_event e
      where e.id > last.horizon
        and not exists (select from audit_commitment c where c.event_id = e.id and c.event_id > last.horizon)
      limit ${maxCountedTotal}
    ) waiting
  `.execute(db)
  return rows[0]?.unsealed ?? 0
}
