import type { CustodyStep } from '@lims/contract/custody.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'

export type ChangeSinceScan = {
  sampleId: string
  name: string
  /** The tube ID. */
  alias: string
  change: CustodyStep | 'placed' | 'taken-out'
  personName: string
  at: Date
  /** Whether it is the latest change of custody. */
  isLatest: boolean
}

/**
 * Selects when, and by whom, the sample of `placement` was last put into a cell by a person; `stay` is its current
 * stay. Stays from before migration 0065 have the time of their placement, unless only the record was moved.
 */
export const lastPlacing = sql`
  select
    coalesce(stay.last_placed_at, case when not stay.keeps_put_away then placement.placed_at end) as at,
    coalesce(stay.last_placed_by, case when not stay.keeps_put_away then placement.placed_by end) as person_id`

/**
 * True if a person has placed the sample of `placement` after a time, also if only its record was moved after that. An
 * undo, or a merge of boxes, also records it in its cell, but nobody has it in hand.
 */
export const isPlacedSince = (time: RawBuilder<unknown>) => sql<boolean>`exists (
  select from placement_stay stay cross join lateral (${lastPlacing}) placed
  where stay.sample_id = placement.sample_id and stay.to_at is null and placed.at > ${time}
)`

/** Changes that were made after a time: those of other people, and those of the actor if `countsOwn`. */
export type Since = { since: Date; countsOwn: boolean; actor: Actor }

const isLater = (
  { since, countsOwn, actor }: Since,
  { at, personId }: { at: RawBuilder<unknown>; personId: RawBuilder<unknown> },
) =>
  sql<boolean>`(${at} > ${since}::timestamptz and (${countsOwn}::boolean or ${personId} <> ${actor.userId}))`

/**
 * Lists the samples that were checked out, returned or found since, also by hand, each with the last such change that
 * was not undone, whatever has happened to it after that. With `isTaking`, also those that were in quarantine at that
 * time and were released since.
 */
export async function listCustodyChangesSince(
  trx: Transaction,
  sampleIds: readonly string[],
  since: Since,
  { isTaking }: { isTaking: boolean },
): Promise<ChangeSinceScan[]> {
  const { rows } = await sql<ChangeSinceScan>`
    select distinct on (sample.id) sample.id as "sampleId", sample.name, sample.alias, event.via as change,
      person.name as "personName", event.at, event.id = sample.custody_event_id as "isLatest"
    from sample
    join custody_event event on event.sample_id = sample.id
    join person on person.id = event.person_id
    where sample.id = any(${[...sampleIds]}::uuid[])
      and (
        event.via in ('check-out', 'pick', 'return', 'find', 'count')
        or event.via = 'set' and (event.from_custody = 'MISSING' or ${isTaking}::boolean and exists (
          select from custody_event put where put.id = event.previous_event_id
            and put.to_custody = 'QUARANTINED' and put.at <= ${since.since}::timestamptz
        ))
      )
      and event.to_custody in ('CHECKED_OUT', 'AVAILABLE')
      and ${isLater(since, { at: sql`event.at`, personId: sql`event.person_id` })}
      and not exists (select from custody_event undo where undo.undoes = event.id)
    order by sample.id, event.id desc
  `.execute(trx)
  return rows
}

/**
 * Lists the samples in cells that somebody put into a cell since, also if only their record was moved after that. An
 * undo, or a merge of boxes, also records a sample in its cell, but nobody has it in hand.
 */
export async function listPlacings(
  trx: Transaction,
  sampleIds: readonly string[],
  since: Since,
): Promise<ChangeSinceScan[]> {
  const { rows } = await sql<ChangeSinceScan>`
    select sample.id as "sampleId", sample.name, sample.alias, 'placed' as change, person.name as "personName",
      placed.at, true as "isLatest"
    from placement
    -- One stay after the other, along the index: statistics of an empty table made each read all of them.
    cross join lateral (
      select placed.* from placement_stay stay cross join lateral (${lastPlacing}) placed
      where stay.sample_id = placement.sample_id and stay.to_at is null limit 1
    ) placed
    join sample on sample.id = placement.sample_id
    join person on person.id = placed.person_id
    where placement.sample_id = any(${[...sampleIds]}::uuid[])
      and ${isLater(since, { at: sql`placed.at`, personId: sql`placed.person_id` })}
  `.execute(trx)
  return rows
}

/**
 * Lists the samples in no cell that somebody took out of storage since. An undo, a stock-take that did not find a
 * sample and a restored batch leave it in no cell too, but nobody has it in hand.
 */
export async function listTakingsOut(
  trx: Transaction,
  sampleIds: readonly string[],
  since: Since,
): Promise<ChangeSinceScan[]> {
  const { rows } = await sql<ChangeSinceScan>`
    select distinct on (sample.id) sample.id as "sampleId", sample.name, sample.alias, 'taken-out' as change,
      person.name as "personName", event.changed_at as at, true as "isLatest"
    from sample
    cross join lateral (
      select id, person_id, coalesce((after ->> 'scannedAt')::timestamptz, at) as changed_at from audit_event
      where entity_type = 'sample' and entity_id = sample.id::text
        -- That of a batch which was restored without occupied cells has no location.
        and (
          action = 'sample.take-out' and after ? 'location'
          or action = 'sample.arrange' and after -> 'place' = 'null'
        )
        and after -> 'isUndo' is null
        and not exists (
          select from custody_event counted
          where counted.sample_id = sample.id and counted.via = 'count' and counted.to_custody = 'MISSING'
            and counted.at = audit_event.at
        )
    ) event
    join person on person.id = event.person_id
    where sample.id = any(${[...sampleIds]}::uuid[]) and not sample.is_stored
      and ${isLater(since, { at: sql`event.changed_at`, personId: sql`event.person_id` })}
    order by sample.id, event.id desc
  `.execute(trx)
  return rows
}
