import type { Custody, CustodyList } from '@lims/contract/custody.ts'
import type { CustodyListQuery, CustodyListReply, ListedCustody } from '@lims/contract/custody-api.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { listSamplePlacesOf } from '../samples/sample-place-queries.ts'
import { listReturnCells } from './free-cell-queries.ts'

/** Custodies that need an action. Depleted and disposed samples are many; the list of samples has them. */
const waiting = sql.lit('{CHECKED_OUT,RESERVED,MISSING,QUARANTINED}')

/** The rows of each list; `at` is the time by which something is overdue. */
const conditions = (at: Date): Record<CustodyList, RawBuilder<boolean>> => {
  const is = (custody: Custody) => sql<boolean>`listed.custody = ${sql.lit(custody)}`
  return {
    out: sql<boolean>`listed.custody = any(${waiting}::text[])`,
    overdue: sql<boolean>`(${is('CHECKED_OUT')} and event.expected_return_at < ${at}::timestamptz)`,
    CHECKED_OUT: is('CHECKED_OUT'),
    RESERVED: is('RESERVED'),
    MISSING: is('MISSING'),
    QUARANTINED: is('QUARANTINED'),
    'to-put-away': sql<boolean>`true`,
    'to-confirm': sql<boolean>`true`,
  }
}

const overLimitNotUndone = sql`
  (select o.* from thaw_over_limit o where o.confirmed_by is null
    and not exists (select from custody_event undo where undo.undoes = o.event_id)) over
`

const notAvailable = sql`sample_not_available listed join sample on sample.number = listed.number
  join custody_event event on event.id = sample.custody_event_id`

/** The tables of each list: the sample with what it waits for, the event that holds, and what has reserved it. */
const tablesOf = (show: CustodyList): RawBuilder<unknown> =>
  sql`${rowsOf(show)} left join pick_list reserving on reserving.id = event.pick_list_id
    and sample.custody = 'RESERVED' and event.id = sample.custody_event_id`

const rowsOf = (show: CustodyList): RawBuilder<unknown> => {
  if (show === 'to-put-away') {
    return sql`put_away join sample on sample.id = put_away.sample_id
      left join custody_event event on event.id = sample.custody_event_id
      left join ${overLimitNotUndone} on over.sample_id = sample.id and over.event_id = sample.custody_event_id`
  }
  if (show === 'to-confirm') {
    return sql`${overLimitNotUndone} join sample on sample.id = over.sample_id
      join custody_event event on event.id = over.event_id
      left join put_away on put_away.sample_id = sample.id`
  }
  return sql`${notAvailable}
    left join put_away on put_away.sample_id = sample.id
    left join ${overLimitNotUndone} on over.sample_id = sample.id and over.event_id = sample.custody_event_id`
}

type Row = {
  id: string
  name: string
  alias: string
  type: SampleType
  custody: Custody
  thaw_count: number
  is_stored: boolean
  custody_event_id: number | null
  person_id: string
  person_name: string
  since: Date
  reason: string
  purpose: string
  expected_return_at: Date | null
  pick_list_id: string | null
  pick_list_name: string
  is_to_put_away: boolean
  over_event_id: number | null
  over_count: number
  over_limit: number
  requested_by: string
  requested_name: string
}

/** Returns the rows of a list, and the person of a row. */
function matchingOf({ show, personId }: Pick<CustodyListQuery, 'show' | 'personId'>, at: Date) {
  const person =
    show === 'to-put-away' ? sql`put_away.returned_by` : sql`coalesce(reserving.person_id, event.person_id)`
  const isOfPerson = personId ? sql`and ${person} = ${personId}` : sql``
  return { person, matching: sql`${conditions(at)[show]} ${isOfPerson}` }
}

/** Lists a page of what is not in the freezer: first what is due back, the longest overdue first, then the newest. */
export async function listCustody(
  db: Db,
  { show, personId, pageNumber, pageSize }: CustodyListQuery,
  at: Date,
): Promise<ListedCustody[]> {
  const { person, matching } = matchingOf({ show, personId }, at)
  const { rows } = await sql<Row>`
      select sample.id, sample.name, sample.alias, sample.type, sample.custody, sample.thaw_count, sample.is_stored,
        sample.custody_event_id,
        ${person} as person_id, person.name as person_name,
        coalesce(${show === 'to-put-away' ? sql`put_away.returned_at` : sql`event.at`}, sample.created_at) as since,
        coalesce(event.reason, '') as reason, coalesce(event.purpose, '') as purpose, event.expected_return_at,
        reserving.id as pick_list_id, reserving.name as pick_list_name,
        put_away.sample_id is not null as is_to_put_away,
        over.event_id as over_event_id, over.thaw_count as over_count, over.thaw_limit as over_limit,
        over.requested_by, requester.name as requested_name
      from ${tablesOf(show)}
      left join person on person.id = ${person}
      left join person requester on requester.id = over.requested_by
      where ${matching}
      order by event.expected_return_at nulls last, since desc, sample.number
      limit ${pageSize} offset ${pageNumber * pageSize}
    `.execute(db)
  const places = await listSamplePlacesOf(
    db,
    rows.flatMap(({ id, is_stored }) => (is_stored ? [id] : [])),
  )
  const freeCells = await listReturnCells(
    db,
    rows.flatMap(({ id, is_stored, is_to_put_away }) => (is_to_put_away && !is_stored ? [id] : [])),
  )
  return rows.map(
    (row): ListedCustody => ({
      id: row.id,
      name: row.name,
      alias: row.alias,
      type: row.type,
      custody: row.custody,
      thawCount: row.thaw_count,
      place: places.get(row.id) ?? null,
      person: { id: row.person_id, name: row.person_name },
      since: row.since.toISOString(),
      reason: row.reason,
      purpose: row.purpose,
      expectedReturnAt: row.expected_return_at?.toISOString() ?? null,
      isOverdue:
        row.custody === 'CHECKED_OUT' && row.expected_return_at !== null && row.expected_return_at < at,
      pickList: row.pick_list_id === null ? null : { id: row.pick_list_id, name: row.pick_list_name },
      custodyEventId: row.custody_event_id,
      isToPutAway: row.is_to_put_away,
      freeCell: freeCells.get(row.id) ?? null,
      toConfirm:
        row.over_event_id === null
          ? null
          : {
              eventId: row.over_event_id,
              thawCount: row.over_count,
              thawLimit: row.over_limit,
              requestedBy: { id: row.requested_by, name: row.requested_name },
            },
    }),
  )
}

/** Counts the tubes of a list that a person has. */
export async function countCustodyOf(
  db: Db,
  { show, personId }: { show: CustodyList; personId: string },
  at: Date,
): Promise<number> {
  const { matching } = matchingOf({ show, personId }, at)
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${tablesOf(show)} where ${matching}
  `.execute(db)
  return rows[0]?.total ?? 0
}

/** Counts what is overdue: each tube that is checked out is looked up, as only its event has the time. */
export async function countOverdue(db: Db, at: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${overdueTotal(at)} as total`.execute(db)
  return rows[0]?.total ?? 0
}

const overdueTotal = (at: Date) =>
  sql`(select count(*)::int from ${notAvailable} where ${conditions(at).overdue})`

/** Counts the returned tubes that wait to be put away. Returns also when the first of them was returned. */
export async function countPutAway(db: Db): Promise<{ total: number; since: Date | null }> {
  const { rows } = await sql<{ total: number; since: Date | null }>`
    select count(*)::int as total, min(returned_at) as since from put_away
  `.execute(db)
  return rows[0] ?? { total: 0, since: null }
}

/** Counts every list, in one statement. What is not available is counted out of the key of its table. */
export async function countCustodyLists(db: Db, at: Date): Promise<CustodyListReply['totals']> {
  type Totals = {
    held: Partial<Record<Custody, number>> | null
    overdue: number
    putAway: number
    confirm: number
  }
  const { rows } = await sql<Totals>`
    select
      (select jsonb_object_agg(custody, total) from (
        select custody, count(*) as total from sample_not_available
        where custody = any(${waiting}::text[]) group by custody
      ) counted) as held,
      ${overdueTotal(at)} as overdue,
      (select count(*)::int from put_away) as "putAway",
      (select count(*)::int from ${overLimitNotUndone}) as confirm
  `.execute(db)
  const { held, overdue, putAway, confirm } = rows[0] ?? { held: {}, overdue: 0, putAway: 0, confirm: 0 }
  const { CHECKED_OUT = 0, RESERVED = 0, MISSING = 0, QUARANTINED = 0 } = held ?? {}
  return {
    out: CHECKED_OUT + RESERVED + MISSING + QUARANTINED,
    overdue,
    CHECKED_OUT,
    RESERVED,
    MISSING,
    QUARANTINED,
    'to-put-away': putAway,
    'to-confirm': confirm,
  }
}
