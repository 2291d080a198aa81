import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Defines `path` in a recursive `with`: the names of storages and of those around them, root first, at most 10 levels.
 * `storages` selects their ids.
 */
export const pathsOf = (storages: RawBuilder<unknown>) => sql`
  up (box, id, steps) as (
    select id, id, 0 from (${storages}) start (id) group by id
    union all
    select up.box, above.storage_id, up.steps + 1 from up
    cross join lateral (select storage_id from placement where child_storage_id = up.id limit 1) above
    where up.steps < 10
  ), path as (
    select up.box, array_agg(storage.alias order by up.steps desc) as names
    from up cross join lateral (select alias from storage where id = up.id limit 1) storage group by up.box
  )`

/** Returns the name of each storage and the names of those around it, root first, by its id. */
export async function listNamesAbove(db: Db, storageIds: readonly number[]): Promise<Map<number, string[]>> {
  if (storageIds.length === 0) return new Map()
  const { rows } = await sql<{ box: number; names: string[] }>`
    with recursive ${pathsOf(sql`select * from unnest((select ${[...storageIds]}::integer[]))`)}
    select box, names from path
  `.execute(db)
  return new Map(rows.map(({ box, names }) => [box, names]))
}
