import { type RawBuilder, sql } from 'kysely'

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
