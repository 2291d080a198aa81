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

/** The samples of a confirmation: those with these ids, or those with a cell in a storage. */
export type PutAwayScope = { sampleIds: readonly string[] } | { storageId: number }

/**
 * Lists the samples of a scope that have a cell and wait to be put away. Leaves out what others than the actor returned
 * after `returnedBefore`.
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
      : sql`put_away.sample_id = any(${[...scope.sampleIds]}::uuid[])`
  const { rows } = await sql<{ sample_id: string }>`
    select put_away.sample_id from put_away join placement using (sample_id)
    where ${isInScope} and (returned_at <= ${returnedBefore}::timestamptz or returned_by = ${userId})
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
