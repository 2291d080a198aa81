import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Writers wait for the rows of one fold at most this long. */
const batchesAtOnce = 200

/**
 * Folds the rows of `sample_count` of each kind into one: each connection counts in a slot of its own, and what leaves
 * a status leaves a negative count there, so that rows would come without end. Sums stay as they are at every moment.
 * It waits for nobody: what others change just now is folded the next time. Returns how many rows are fewer.
 */
export async function foldSampleCounts(db: Db, signal?: AbortSignal): Promise<number> {
  const batchIds = await listBatchesToFold(db)
  let fewer = 0
  for (let from = 0; from < batchIds.length && !signal?.aborted; from += batchesAtOnce) {
    fewer += await foldBatches(db, batchIds.slice(from, from + batchesAtOnce))
  }
  return fewer
}

async function listBatchesToFold(db: Db): Promise<string[]> {
  const { rows } = await sql<{ batch_id: string }>`
    select distinct batch_id from (
      select batch_id from sample_count group by batch_id, status, type, site_id, waits
      having count(*) > 1 or sum(samples) = 0
    ) kind
  `.execute(db)
  return rows.map(({ batch_id }) => batch_id)
}

/** One statement, so that no reader sees a part of it. A folded row has a slot that nobody else writes to. */
async function foldBatches(db: Db, batchIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ fewer: number }>`
    with present as materialized (
      -- The deletion of a batch deletes its counts: it comes after this, or these batches are left alone.
      select id from batch where id = any(${[...batchIds]}::uuid[]) for key share skip locked
    ), free as materialized (
      select ctid from sample_count where batch_id = any(array(select id from present)) for update skip locked
    ), folded as (
      delete from sample_count where ctid = any(array(select ctid from free))
      returning batch_id, status, type, site_id, waits, samples
    ), inserted as (
      insert into sample_count (batch_id, status, type, site_id, waits, slot, samples)
      select batch_id, status, type, site_id, waits,
        -(pg_current_xact_id()::text::bigint % 2147483647)::integer - 1, sum(samples)
      from folded group by 1, 2, 3, 4, 5 having sum(samples) <> 0
      returning slot
    )
    select ((select count(*) from folded) - (select count(*) from inserted))::integer as fewer
  `.execute(db)
  return rows[0]?.fewer ?? 0
}
