import type { StorageType } from '@lims/contract/storage-type.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export type StorageToLabel = {
  id: number
  alias: string
  type: StorageType /** Root first. */
  around: string[]
}

/** Lists storages with the aliases of those around them, in the order of the ids given. */
export async function listStoragesToLabel(db: Db, ids: readonly number[]): Promise<StorageToLabel[]> {
  const { rows } = await sql<StorageToLabel>`
    with recursive wanted as (
      select id, min(place) as place from unnest(${[...ids]}::bigint[]) with ordinality given (id, place) group by id
    ), up as (
      select wanted.id as of, holder.storage_id as id, 1 as steps
      from wanted join placement holder on holder.child_storage_id = wanted.id
      union all
      select up.of, holder.storage_id, steps + 1 from up join placement holder on holder.child_storage_id = up.id
      where steps < 10
    )
    select storage.id, storage.alias, storage.type,
      coalesce((
        select array_agg(around.alias order by steps desc) from up join storage around on around.id = up.id
        where up.of = storage.id
      ), '{}') as around
    from wanted join storage on storage.id = wanted.id order by wanted.place
  `.execute(db)
  return rows
}

/** Lists the ids of the boxes inside a storage, at any depth, in the order of their cells. */
export async function listBoxIdsInside(db: Db, storageId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive inside (id, path) as (
      select child_storage_id, array[row_coordinate, column_coordinate] from placement
      where storage_id = ${storageId} and child_storage_id is not null
      union all
      select held.child_storage_id, path || array[held.row_coordinate, held.column_coordinate]
      from inside join placement held on held.storage_id = inside.id
      where held.child_storage_id is not null and cardinality(path) < 22
    )
    select inside.id from inside join storage on storage.id = inside.id where storage.type = 'BOX'
    order by path limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
