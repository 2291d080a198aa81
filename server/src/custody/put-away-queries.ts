import { type Selectable, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Tables, Transaction } from '../db/database.ts'

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

export type WaitingTube = Selectable<Tables['put_away']>

/**
 * Lists the samples that have to be put away again after an undo, which has taken them off the list: those whose last
 * change is again a return, and that nobody has put away or placed since.
 */
export async function listReturnedAgain(
  trx: Transaction,
  sampleIds: readonly string[],
): Promise<WaitingTube[]> {
  const { rows } = await sql<WaitingTube>`
    select sample.id as sample_id, returned.at as returned_at, returned.person_id as returned_by
    from sample join custody_event returned on returned.id = sample.custody_event_id
    where sample.id = any(${[...sampleIds]}::uuid[]) and returned.via = 'return'
      and not exists (
        select from audit_event event where event.entity_type = 'sample' and event.entity_id = sample.id::text
          and event.action = 'custody.put-away' and event.at >= returned.at
      )
      and not exists (
        select from placement_stay stay where stay.sample_id = sample.id and stay.from_at >= returned.at
      )
  `.execute(trx)
  return rows
}

export async function restorePutAway(trx: Transaction, tubes: readonly WaitingTube[]): Promise<void> {
  if (tubes.length === 0) return
  await sql`
    insert into put_away (sample_id, returned_at, returned_by)
    select * from unnest(
      ${tubes.map(({ sample_id }) => sample_id)}::uuid[], ${tubes.map(({ returned_at }) => returned_at)}::timestamptz[],
      ${tubes.map(({ returned_by }) => returned_by)}::text[]
    )
  `.execute(trx)
}

/** Lists the samples that wait to be put away and have a cell of this storage. */
export async function listPutAwayIn(trx: Transaction, storageId: number): Promise<string[]> {
  const { rows } = await sql<{ sample_id: string }>`
    select put_away.sample_id from put_away join placement using (sample_id)
    where placement.storage_id = ${storageId}
  `.execute(trx)
  return rows.map(({ sample_id }) => sample_id)
}

/** Takes samples off the list of what has to be put away. Returns the ids of those that were on it. */
export async function deletePutAway(trx: Transaction, sampleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sample_id: string }>`
    delete from put_away where sample_id = any(${[...sampleIds]}::uuid[]) returning sample_id
  `.execute(trx)
  return rows.map(({ sample_id }) => sample_id)
}
