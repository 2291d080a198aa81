import { type FreezerStats, maxFreezers } from '@lims/contract/stats.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

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

/** True for storages without a parent, except boxes. */
const isTopLevel = sql`
  storage.type <> 'BOX' and not exists (select from placement p where p.child_storage_id = storage.id)
`

export async function countFreezers(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('storage')
    .where(sql<boolean>`(${isTopLevel})`)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Lists the occupancy of top-level storages and of the storages directly in them, each with everything inside. */
export async function listFreezers(db: Db): Promise<FreezerStats[]> {
  const { rows } = await sql<UsageRow>`
    with recursive top as (
      select storage.id from storage where ${isTopLevel}
      order by storage.type <> 'FREEZER', lower(storage.alias), storage.id
      limit ${maxFreezers}
    ), inside as (
      select storage.id, storage.type, storage.number_rows * storage.number_columns as cells,
        storage.id as top_id, null::integer as part_id
      from top join storage on storage.id = top.id
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
    order by storage.type <> 'FREEZER', place.row_coordinate, place.column_coordinate, lower(storage.alias), storage.id
  `.execute(db)
  const partsOf = Map.groupBy(rows, ({ parent_id }) => parent_id)
  return (partsOf.get(null) ?? []).sort(compareFreezers).map((top) => ({
    ...asUsage(top),
    parts: (partsOf.get(top.id) ?? []).map(asUsage),
  }))
}

const byName = new Intl.Collator('en', { numeric: true })

/** Sorts freezers first, and 'Freezer 2' before 'Freezer 10'. */
const compareFreezers = (one: UsageRow, other: UsageRow) =>
  Number(one.type !== 'FREEZER') - Number(other.type !== 'FREEZER') || byName.compare(one.alias, other.alias)

const asUsage = ({ id, alias, type, tube_places, tubes, free_cells }: UsageRow) => ({
  id,
  alias,
  type,
  tubePlaces: tube_places,
  tubes,
  freeCells: free_cells,
})
