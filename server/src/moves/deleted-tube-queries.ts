import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

/**
 * Puts the tubes of merges back that were deleted since, in what their deletions keep: a tube that is restored comes
 * back to the box from which it was merged. `placedAt` is when it counts as put there. Call it before samples are
 * locked: waits for those who restore one of the tubes, which is then in `sample`.
 */
export async function putDeletedTubesBack(
  trx: Transaction,
  { moveId, boxIds }: { moveId: string; boxIds: readonly number[] },
  placedAt: Date,
): Promise<void> {
  const deletedTubes = sql`
    select tube.*, step.to_storage_id from box_move_tube tube join box_move_step step using (move_id, box_id)
    where step.move_id = ${moveId}::uuid and step.box_id = any(${[...boxIds]}::integer[])
      and not exists (select from sample where sample.id = tube.sample_id)
  `
  const { rows: deletions } = await sql<{ id: string }>`
    select id from deletion where undone_at is null and id in (
      select deletion_id from deleted_row
      where table_name = 'sample' and content ->> 'id' in (select sample_id::text from (${deletedTubes}) tube)
    ) order by id for update
  `.execute(trx)
  if (deletions.length === 0) return
  await sql`
    with tube as materialized (${deletedTubes}), back as (
      update deleted_row kept set content = kept.content || jsonb_build_object(
        'storage_id', tube.box_id, 'row_coordinate', tube.from_row, 'column_coordinate', tube.from_column,
        'placed_at', ${placedAt}::timestamptz
      )
      from tube
      where kept.deletion_id = any(${deletions.map(({ id }) => id)}::uuid[]) and kept.table_name = 'placement'
        and kept.content ->> 'sample_id' = tube.sample_id::text
        and (kept.content ->> 'storage_id')::integer = tube.to_storage_id
        and (kept.content ->> 'row_coordinate')::integer = tube.to_row
        and (kept.content ->> 'column_coordinate')::integer = tube.to_column
      returning tube.sample_id, tube.to_storage_id
    )
    update placement_stay stay set to_at = greatest(stay.from_at, ${placedAt}::timestamptz)
    from back
    where stay.sample_id = back.sample_id and stay.storage_id = back.to_storage_id and stay.to_at > ${placedAt}::timestamptz
  `.execute(trx)
}
