import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

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
