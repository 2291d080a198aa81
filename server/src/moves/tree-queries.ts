import type { StorageType } from '@lims/contract/storage-type.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { openStates, openStatesWithPlace } from '../db/open-steps.ts'
import { pathsOf } from '../db/paths-of.ts'

/** A storage that can hold boxes or what holds them, and its place in the tree. */
export type TreeNode = {
  id: number
  alias: string
  type: StorageType
  numberRows: number
  numberColumns: number
  rowPrefix: string
  columnPrefix: string
  parentId: number | null
  row: number | null
  column: number | null
  /** The outermost storage around it: the freezer. */
  freezerId: number
  /** °C, its own or that of a storage around it. */
  temperatureC: number | null
  /** 1 at the top level. */
  level: number
}

/** Lists every storage but boxes, those around others first. */
export async function listTree(db: Db): Promise<TreeNode[]> {
  const { rows } = await sql<TreeNode>`
    with recursive tree as (
      select id, null::integer as parent_id, null::integer as "row", null::integer as "column", id as freezer_id,
        nominal_temperature_c as temperature, 1 as level
      from storage
      where type <> 'BOX' and not exists (select from placement where child_storage_id = storage.id)
      union all
      select child.id, tree.id, p.row_coordinate, p.column_coordinate, tree.freezer_id,
        coalesce(child.nominal_temperature_c, tree.temperature), tree.level + 1
      from tree join placement p on p.storage_id = tree.id and p.child_storage_id is not null
        join storage child on child.id = p.child_storage_id
      where child.type <> 'BOX' and tree.level < 10
    )
    select tree.id, alias, type, number_rows as "numberRows", number_columns as "numberColumns",
      row_prefix as "rowPrefix", column_prefix as "columnPrefix", parent_id as "parentId", "row", "column",
      freezer_id as "freezerId", temperature as "temperatureC", level
    from tree join storage on storage.id = tree.id
    order by level, lower(alias), tree.id
  `.execute(db)
  return rows
}

export type MovableBox = {
  id: number
  alias: string
  cells: number
  tubes: number
  holderId: number | null
  row: number | null
  column: number | null
  /** °C, its own. */
  temperatureC: number | null
  /** °C, of a box that has no place any more: that of its last place. */
  lastPlaceC: number | null
  /** °C, of a box of an open move: that with which it was planned. */
  plannedC: number | null
}

/** The storage that held a box without a place until it was taken out. */
export const lastHolderOf = (boxId: RawBuilder<unknown>) => sql`(
  select storage_id from placement_stay where child_storage_id = ${boxId} order by id desc limit 1
)`

const selectBoxes = sql`
  select box.id, box.alias, box.number_rows * box.number_columns as cells,
    (select count(*)::int from placement held where held.storage_id = box.id) as tubes,
    p.storage_id as "holderId", p.row_coordinate as "row", p.column_coordinate as "column",
    box.nominal_temperature_c as "temperatureC",
    case when p.storage_id is null then storage_temperature(${lastHolderOf(sql`box.id`)}) end as "lastPlaceC",
    (
      select temperature_c from box_move_step step
      where step.box_id = box.id and state in ${openStates}
    ) as "plannedC"
  from storage box left join placement p on p.child_storage_id = box.id
`

/** Lists the boxes that are in any of these storages, by cell. */
export async function listBoxesIn(
  db: Db,
  holderIds: readonly number[],
  limit: number,
): Promise<MovableBox[]> {
  const { rows } = await sql<MovableBox>`
    ${selectBoxes} where box.type = 'BOX' and p.storage_id = any(${[...holderIds]}::integer[])
    order by p.storage_id, p.row_coordinate, p.column_coordinate limit ${limit}
  `.execute(db)
  return rows
}

/** Lists boxes by id, in the order of their cells. Other storages and deleted boxes are left out. */
export async function listMovableBoxes(db: Db, ids: readonly number[]): Promise<MovableBox[]> {
  const { rows } = await sql<MovableBox>`
    ${selectBoxes} where box.type = 'BOX' and box.id = any(${[...ids]}::integer[])
    order by p.storage_id, p.row_coordinate, p.column_coordinate, box.id
  `.execute(db)
  return rows
}

type HeldCell = { storageId: number; row: number; column: number; alias: string }

/** Lists the cells of these storages that hold something, or to which an open move takes a box. */
export async function listHeldCells(db: Db, storageIds: readonly number[]): Promise<HeldCell[]> {
  const { rows } = await sql<HeldCell>`
    select p.storage_id as "storageId", p.row_coordinate as "row", p.column_coordinate as "column", child.alias
    from placement p join storage child on child.id = p.child_storage_id
    where p.storage_id = any(${[...storageIds]}::integer[])
    union all
    select to_storage_id, to_row, to_column, box_alias from box_move_step
    where kind = 'box' and state in ${openStatesWithPlace} and to_storage_id = any(${[...storageIds]}::integer[])
  `.execute(db)
  return rows
}

type BusyBox = { boxId: number; moveId: string; move: string }

/** Lists the boxes that an open move will empty, fill or move, with its name. */
export async function listBusyBoxes(db: Db): Promise<BusyBox[]> {
  const { rows } = await sql<BusyBox>`
    select box_id as "boxId", move_id as "moveId", name as move from box_move_step join box_move on box_move.id = move_id
    where box_move_step.state in ${openStates}
    union
    select to_storage_id, move_id, name from box_move_step join box_move on box_move.id = move_id
    where kind = 'tubes' and box_move_step.state in ${openStatesWithPlace}
  `.execute(db)
  return rows
}

/** Lists the storages that open moves empty, with the name of the move. */
export async function listEmptied(db: Db): Promise<{ storageId: number; move: string }[]> {
  const { rows } = await sql<{ storageId: number; move: string }>`
    select unnest(source_ids) as "storageId", name as move from box_move
    where state = 'open' and goal <> 'consolidate' order by started_at, id
  `.execute(db)
  return rows
}

type TubeRow = { boxId: number; sampleId: string; row: number; column: number }

/** Lists the tubes in these boxes, row by row. */
export async function listTubesIn(db: Db, boxIds: readonly number[]): Promise<TubeRow[]> {
  const { rows } = await sql<TubeRow>`
    select storage_id as "boxId", sample_id as "sampleId", row_coordinate as "row", column_coordinate as "column"
    from placement where storage_id = any(${[...boxIds]}::integer[]) and sample_id is not null
    order by storage_id, row_coordinate, column_coordinate
  `.execute(db)
  return rows
}

type GridColumns = 'id' | 'alias' | 'type' | 'numberRows' | 'numberColumns' | 'rowPrefix' | 'columnPrefix'

export type GridRow = Pick<TreeNode, GridColumns> & {
  /** The names of the storages around it and its own, outermost first. */
  names: string[]
}

/** Returns storages with the names on the way to them, by id. Unknown ids are left out. */
export async function listGrids(db: Db, ids: Iterable<number>): Promise<Map<number, GridRow>> {
  const { rows } = await sql<GridRow>`
    with recursive ${pathsOf(sql`select * from unnest((select ${[...ids]}::integer[]))`)}
    select storage.id, alias, type, number_rows as "numberRows", number_columns as "numberColumns",
      row_prefix as "rowPrefix", column_prefix as "columnPrefix", path.names
    from path join storage on storage.id = path.box
  `.execute(db)
  return new Map(rows.map((grid) => [grid.id, grid]))
}
