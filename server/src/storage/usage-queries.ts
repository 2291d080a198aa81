import type { TubeUsage } from '@lims/contract/storage.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Counts the tube places, that is the cells of all boxes inside, and the tubes in them. A storage that does not exist
 * is left out.
 */
export async function listTubeUsage(db: Db, storageIds: readonly number[]): Promise<TubeUsage[]> {
  const { rows } = await sql<TubeUsage>`
    with recursive inside as (
      select id as top_id, id, type, number_rows * number_columns as cells
      from storage where id = any(${[...storageIds]}::integer[])
      union all
      select inside.top_id, child.id, child.type, child.number_rows * child.number_columns
      from inside
      join placement on placement.storage_id = inside.id and placement.child_storage_id is not null
      join storage child on child.id = placement.child_storage_id
      where inside.type <> 'BOX'
    )
    select inside.top_id as id,
      coalesce(sum(inside.cells) filter (where inside.type = 'BOX'), 0)::int as "tubePlaces",
      coalesce(sum(load.contents), 0)::int as tubes
    from inside
    left join lateral (
      select count(*)::int as contents from placement held where held.storage_id = inside.id
    ) load on inside.type = 'BOX'
    group by inside.top_id
    order by inside.top_id
  `.execute(db)
  return rows
}
