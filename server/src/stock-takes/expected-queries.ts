import { uuidPattern } from '@lims/contract/id-input.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** The condition on `sample` that it should be in its cell. */
export const isInFreezer = sql<boolean>`sample.custody not in ('CHECKED_OUT', 'MISSING')`

/**
 * Counts for each stock-take the expected tubes that are neither in place nor missing: those found in another place
 * than that recorded, and those recorded in a box that is not finished and not judged yet. A tube whose record was
 * moved from one box to another since the start counts once, where the sum over the boxes counts it in both.
 */
export async function countOtherExpected(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const isRecordedInside = sql`exists (
    select from stock_take_box recorded
    where recorded.stock_take_id = tube.stock_take_id and recorded.storage_id = tube.recorded_storage_id
  )`
  const { rows } = await sql<{ id: string; tubes: number }>`
    select id, count(*)::int as tubes from (
      select tube.stock_take_id as id from stock_take_tube tube
      where tube.stock_take_id = any(${[...ids]}::uuid[]) and tube.result = 'other-place' and ${isRecordedInside}
      union all
      select box.stock_take_id
      from stock_take_box box
      join placement on placement.storage_id = box.storage_id
      join sample on sample.id = placement.sample_id
      where box.stock_take_id = any(${[...ids]}::uuid[]) and box.is_open and box.expected is null and ${isInFreezer}
        -- By the key of each tube: joined, all that is judged could be compared with each tube that is not.
        and not exists (
          select from stock_take_tube tube
          where tube.stock_take_id = box.stock_take_id and tube.tube_key = placement.sample_id::text
            and (tube.result in ('in-place', 'missing') or tube.result = 'other-place' and ${isRecordedInside})
        )
      union all
      -- Scanned while its sample was deleted, and recorded in a finished box again.
      select tube.stock_take_id
      from stock_take_tube tube
      cross join lateral (
        select id from sample where upper(alias) = tube.tube_key
        union
        select id from sample
        where id = case when tube.tube_key ~* ${uuidPattern.source} then tube.tube_key::uuid end
      ) sample
      join placement on placement.sample_id = sample.id
      join stock_take_box box on box.stock_take_id = tube.stock_take_id and box.storage_id = placement.storage_id
      where tube.stock_take_id = any(${[...ids]}::uuid[]) and tube.result = 'unknown-code'
        and box.is_open and box.expected is not null
    ) expected
    group by id
  `.execute(db)
  return new Map(rows.map(({ id, tubes }) => [id, tubes]))
}
