import type { Custody } from '@lims/contract/custody.ts'
import type { PickItemState } from '@lims/contract/picks.ts'
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { isToPutAway } from '../samples/custody-queries.ts'
import type { BoxPath } from '../storage/walk-order.ts'

type NewPickItem = {
  sampleId: string
  name: string
  tubeId: string
  state: 'wanted' | 'left-out'
  reason: string
}

export async function insertPickItems(
  trx: Transaction,
  pickListId: string,
  items: readonly NewPickItem[],
  actor: Actor,
): Promise<void> {
  const column = (of: (item: NewPickItem) => string) => items.map(of)
  await sql`
    insert into pick_list_item (pick_list_id, sample_id, sample_name, tube_id, state, reason, changed_at, changed_by)
    select ${pickListId}::uuid, item.*, ${actor.at}::timestamptz, ${actor.userId}::text
    from unnest(
      ${column(({ sampleId }) => sampleId)}::uuid[], ${column(({ name }) => name)}::text[],
      ${column(({ tubeId }) => tubeId)}::text[], ${column(({ state }) => state)}::text[],
      ${column(({ reason }) => reason)}::text[]
    ) item
  `.execute(trx)
}

/**
 * Releases the items that are still wanted after the custody events: their samples were deleted, or are not reserved.
 */
export async function releaseWantedItems(trx: Transaction, pickListId: string, actor: Actor): Promise<void> {
  await sql`
    update pick_list_item set state = 'released', reason = '', changed_at = ${actor.at}::timestamptz,
      changed_by = ${actor.userId}
    where pick_list_id = ${pickListId}::uuid and state = 'wanted'
  `.execute(trx)
}

export type PickItemRow = {
  sample_id: string
  /** As it is now; as it was when the list was created if the sample was deleted. */
  sample_name: string
  tube_id: string
  state: PickItemState
  reason: string
  changed_at: Date
  changed_by_name: string
  /** As it is now; null if the sample was deleted. */
  custody: Custody | null
  custody_by_name: string | null
  /** It waited to be put away when it was reserved, and nobody has put it into its cell since. */
  is_to_put_away: boolean
  storage_id: number | null
  row_coordinate: number | null
  column_coordinate: number | null
}

/** Lists the items of a list with the name, custody and place of their samples as they are now, in no order. */
export async function listPickItems(db: Db, pickListId: string, sampleId?: string): Promise<PickItemRow[]> {
  const one = sampleId === undefined ? sql`` : sql`and item.sample_id = ${sampleId}::uuid`
  const { rows } = await sql<PickItemRow>`
    select item.sample_id, coalesce(sample.name, item.sample_name) as sample_name, item.tube_id, item.state,
      item.reason, item.changed_at, changer.name as changed_by_name,
      sample.custody, custodian.name as custody_by_name,
      item.state = 'wanted' and ${isToPutAway} as is_to_put_away,
      placement.storage_id, placement.row_coordinate, placement.column_coordinate
    from pick_list_item item
    join person changer on changer.id = item.changed_by
    left join sample on sample.id = item.sample_id
    left join custody_event event on event.id = sample.custody_event_id
    left join person custodian on custodian.id = event.person_id
    left join placement on placement.sample_id = item.sample_id
    where item.pick_list_id = ${pickListId}::uuid ${one}
  `.execute(db)
  return rows
}

export type BoxWithPath = BoxPath & {
  numberRows: number
  numberColumns: number
  rowPrefix: string
  columnPrefix: string
}

/** Lists boxes with the storages around them, root first, at most 10 levels. */
export async function listBoxPaths(db: Db, storageIds: readonly number[]): Promise<BoxWithPath[]> {
  const { rows } = await sql<BoxWithPath>`
    with recursive up (box, id, row_coordinate, column_coordinate, parent_id, steps) as (
      select start.id, start.id, place.row_coordinate, place.column_coordinate, place.storage_id, 0
      from unnest(${[...storageIds]}::integer[]) start (id)
      left join placement place on place.child_storage_id = start.id
      union all
      select up.box, up.parent_id, place.row_coordinate, place.column_coordinate, place.storage_id, up.steps + 1
      from up left join placement place on place.child_storage_id = up.parent_id
      where up.parent_id is not null and up.steps < 10
    ), path as (
      select up.box, array_agg(up.id order by up.steps desc) as ids,
        array_agg(storage.alias order by up.steps desc) as path,
        jsonb_agg(case when up.row_coordinate is not null
          then jsonb_build_object('row', up.row_coordinate, 'column', up.column_coordinate) end
          order by up.steps desc) as cells
      from up join storage on storage.id = up.id group by up.box
    )
    select box.id as "storageId", path.ids, path.path, path.cells, box.number_rows as "numberRows",
      box.number_columns as "numberColumns", box.row_prefix as "rowPrefix", box.column_prefix as "columnPrefix"
    from path join storage box on box.id = path.box
  `.execute(db)
  return rows
}

/** Lists the occupied cells of boxes, counted from 0 row by row, by box. */
export async function listOccupiedCells(
  db: Db,
  storageIds: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; cells: number[] }>`
    select storage.id, array_agg((row_coordinate - 1) * number_columns + column_coordinate - 1 order by row_coordinate,
      column_coordinate) as cells
    from placement join storage on storage.id = placement.storage_id
    where storage_id = any(${[...storageIds]}::integer[]) and sample_id is not null
    group by storage.id
  `.execute(db)
  return new Map(rows.map(({ id, cells }) => [id, cells]))
}

/** Returns a change of custody: the list that caused it, and its kind. */
export async function findCustodyEvent(db: Db, id: number) {
  return db
    .selectFrom('custody_event')
    .select(['id', 'via', 'pick_list_id', 'from_custody', 'to_custody'])
    .where('id', '=', id)
    .executeTakeFirst()
}
