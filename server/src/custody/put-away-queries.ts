import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'

/** Puts samples on the list of what has to be put away. A custody event `return` does so by itself. */
export async function insertPutAway(
  trx: Transaction,
  sampleIds: readonly string[],
  { userId, at }: Actor,
): Promise<void> {
  await sql`
    insert into put_away (sample_id, returned_at, returned_by)
    select id, ${at}::timestamptz, ${userId}::text from unnest(${[...sampleIds]}::uuid[]) id
  `.execute(trx)
}

/** A change of custody of a sample that the client saw. */
type SeenChange = { sampleId: string; eventId: number }

/** Lists the seen changes whose sample was returned again, or found, since. */
export async function listReturnedSince(
  trx: Transaction,
  seen: readonly SeenChange[],
): Promise<SeenChange[]> {
  const { rows } = await sql<SeenChange>`
    select sample.id as "sampleId", seen.event_id as "eventId"
    from unnest(
      ${seen.map(({ sampleId }) => sampleId)}::uuid[], ${seen.map(({ eventId }) => eventId)}::bigint[]
    ) seen (sample_id, event_id)
    join sample on sample.id = seen.sample_id
    where held_return(sample.id, sample.custody_event_id) is distinct from held_return(sample.id, seen.event_id)
  `.execute(trx)
  return rows
}

/** The samples of a confirmation: those with these ids, or those with a cell in a storage. */
export type PutAwayScope = { sampleIds: readonly string[] } | { storageId: number }

/**
 * Lists the samples of a scope that have a cell and wait to be put away, also those that a pick list has reserved, and
 * those in quarantine. Leaves out what others than the actor returned after `returnedBefore`.
 */
export async function listPutAway(
  trx: Transaction,
  scope: PutAwayScope,
  returnedBefore: Date,
  { userId }: Actor,
): Promise<string[]> {
  const isInScope =
    'storageId' in scope
      ? sql`placement.storage_id = ${scope.storageId}`
      : sql`placement.sample_id = any(${[...scope.sampleIds]}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    select sample.id
    from placement
    join sample on sample.id = placement.sample_id
    left join put_away on put_away.sample_id = sample.id
    left join custody_event held on held.id = case
      when sample.custody in ('RESERVED', 'QUARANTINED') then return_to_put_away(sample.id, sample.custody_event_id) end
    where ${isInScope} and (
      coalesce(put_away.returned_at, held.at) <= ${returnedBefore}::timestamptz
      or coalesce(put_away.returned_by, held.person_id) = ${userId}
    )
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/** Records that samples of `listPutAway` are in their cells. Returns their ids. Call it with them locked. */
export async function endPutAway(trx: Transaction, sampleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sample_id: string }>`
    with ended as (
      delete from put_away where sample_id = any(${[...sampleIds]}::uuid[]) returning sample_id
    ), held as (
      update placement_stay stay set put_away_event_id = sample.custody_event_id
      from sample
      where sample.id = stay.sample_id and sample.custody in ('RESERVED', 'QUARANTINED') and stay.to_at is null
        and stay.sample_id = any(${[...sampleIds]}::uuid[])
      returning stay.sample_id
    )
    select sample_id from ended union all select sample_id from held
  `.execute(trx)
  return rows.map(({ sample_id }) => sample_id)
}
