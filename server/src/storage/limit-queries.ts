import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'

/**
 * Makes changes of limits and of nominal temperatures, from which limits follow, wait for each other until the
 * transaction ends. Call it with the lock on what is changed, before the limits are read.
 */
export async function lockLimits(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('temperature limits'))`.execute(trx)
}

type SingleLimit = { id: number; nominal: number | null; lower: number | null; upper: number | null }

/**
 * Lists a storage and the storages inside that have its nominal temperature, in the order of their ids: those with only
 * one limit of their own. In hundredths of a degree.
 */
export async function listSingleLimits(db: Db, id: number): Promise<SingleLimit[]> {
  const { rows } = await sql<SingleLimit>`
    with recursive inside as (
      select ${id}::integer as id
      union
      select child.id from inside join placement on placement.storage_id = inside.id
        join storage child on child.id = placement.child_storage_id and child.nominal_temperature_c is null
    )
    select id, round(storage_temperature(storage.id) * 100)::integer as nominal, lower_hundredths as lower,
      upper_hundredths as upper
    from inside join storage using (id) join temperature_monitor on storage_id = storage.id
    where num_nonnulls(lower_hundredths, upper_hundredths) = 1
    order by storage.id
  `.execute(db)
  return rows
}
