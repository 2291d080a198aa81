import { type FreezersReply, maxFreezers } from '@lims/contract/stats.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { compareFreezers } from '../storage/walk-order.ts'

type UsageRow = {
  id: number
  alias: string
  type: StorageType
  tube_places: number
  tubes: number
  free_cells: number
  /** The top-level storage that contains it; null for a top-level storage. */
  parent_id: number | null
}

type TopLevel = Pick<UsageRow, 'id' | 'alias' | 'type'>

/** Lists the storages without a parent, except boxes: freezers first, and 'Freezer 2' before 'Freezer 10'. */
async function listTopLevel(db: Db): Promise<TopLevel[]> {
  const { rows } = await sql<TopLevel>`
    select id, alias, type from storage
    where type <> 'BOX' and not exists (select from placement p where p.child_storage_id = storage.id)
  `.execute(db)
  return rows.sort(compareTopLevel)
}

const compareTopLevel = (one: TopLevel, other: TopLevel) =>
  Number(one.type !== 'FREEZER') - Number(other.type !== 'FREEZER') || compareFreezers(one, other)

/**
 * Lists the occupancy of the first top-level storages and of the storages directly in them, each with everything
 * inside.
 */
export async function listFreezers(db: Db): Promise<FreezersReply> {
  const topLevel = await listTopLevel(db)
  const shown = topLevel.slice(0, maxFreezers).map(({ id }) => id)
  const { rows } = await sql<UsageRow>`
    with recursive inside as (
      select storage.id, storage.type, storage.number_rows * storage.number_columns as cells,
        storage.id as top_id, null::integer as part_id
      from storage where storage.id = any(${shown}::integer[])
      union all
      select child.id, child.type, child.number_rows * child.number_columns,
        inside.top_id, coalesce(inside.part_id, child.id)
      from inside
      join placement on placement.storage_id = inside.id and placement.child_storage_id is not null
      join storage child on child.id = placement.child_storage_id
      where inside.type <> 'BOX'
    ), load as materialized (
      -- Counts from the primary key alone. Not a counter per box, on which concurrent writers would wait or deadlock.
      select storage_id, count(*)::int as contents from placement group by storage_id
    ), summed as (
      select top_id, part_id,
        coalesce(sum(cells) filter (where type = 'BOX'), 0)::int as tube_places,
        coalesce(sum(load.contents) filter (where type = 'BOX'), 0)::int as tubes,
        -- Every storage inside, all rows except the top-level one, occupies one of these cells.
        (coalesce(sum(cells) filter (where type <> 'BOX'), 0) - count(*) + 1)::int as free_cells
      from inside left join load on load.storage_id = inside.id
      group by grouping sets ((top_id), (top_id, part_id))
      having grouping(part_id) = 1 or part_id is not null
    )
    select storage.id, storage.alias, storage.type, tube_places, tubes, free_cells,
      case when part_id is not null then top_id end as parent_id
    from summed join storage on storage.id = coalesce(part_id, top_id)
    left join placement place on place.child_storage_id = storage.id
    order by place.row_coordinate, place.column_coordinate
  `.execute(db)
  const partsOf = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const freezers = (partsOf.get(null) ?? []).sort(compareTopLevel).map((top) => ({
    ...asUsage(top),
    parts: (partsOf.get(top.id) ?? []).map(asUsage),
  }))
  return { freezers, totalFreezers: topLevel.length }
}

const asUsage = ({ id, alias, type, tube_places, tubes, free_cells }: UsageRow) => ({
  id,
  alias,
  type,
  tubePlaces: tube_places,
  tubes,
  freeCells: free_cells,
})
