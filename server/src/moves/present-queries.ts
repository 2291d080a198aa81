import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { openStates, openStatesWithPlace } from '../db/open-steps.ts'
import { lastHolderOf } from './tree-queries.ts'

export type PresentStep = {
  boxId: number
  /** The name of the box as it is now; null if it was deleted. */
  alias: string | null
  /** It was deleted, or has become another kind of storage. */
  isNoBox: boolean
  /** The current place of the box; null without one. */
  storageId: number | null
  row: number | null
  column: number | null
  /** Whether its target cell holds something else, or exists no longer. */
  isTargetLost: boolean
  /** Whether an open move empties its target, or a storage around it. */
  isTargetEmptied: boolean
  /**
   * Nominal temperature of the box in °C: its own; otherwise that of its place, or of its last one, at the time of
   * planning or now, whichever is colder: a new setting of a freezer that has failed does not warm its boxes.
   */
  temperatureC: number | null
  hasTarget: boolean
  /** °C, of its target; a box that has no place any more has that of its last place. */
  targetTemperatureC: number | null
  /** Whether the tubes to merge, or their cells, are not as planned. */
  areTubesStale: boolean
}

/** Compares the open steps of a move with what is stored now. */
export async function listPresentSteps(db: Db, moveId: string): Promise<PresentStep[]> {
  const { rows } = await sql<PresentStep>`
    with recursive around as (
      select to_storage_id as target_id, to_storage_id as storage_id from box_move_step
      where move_id = ${moveId}::uuid and state in ${openStatesWithPlace} and to_storage_id is not null
      union
      select target_id, p.storage_id from around join placement p on p.child_storage_id = around.storage_id
    ), emptied as (
      select target_id from around
      where storage_id in (select unnest(source_ids) from box_move where state = 'open' and goal <> 'consolidate')
    ), step as (
      select box_move_step.*, coalesce(p.storage_id, ${lastHolderOf(sql`box_id`)}) as holder_id
      from box_move_step left join placement p on p.child_storage_id = box_id
      where move_id = ${moveId}::uuid and state in ${openStates}
    ), temperature as materialized (
      -- Once for each storage, however many boxes it holds.
      select id, coalesce(
        storage_temperature(id), case when type = 'BOX' then storage_temperature(${lastHolderOf(sql`storage.id`)}) end
      ) as celsius
      from storage where id in (select holder_id from step union select to_storage_id from step)
    )
    select step.box_id as "boxId", box.alias, box.type is distinct from 'BOX' as "isNoBox",
      p.storage_id as "storageId", p.row_coordinate as "row", p.column_coordinate as "column",
      step.to_storage_id is not null and (
        target.id is null
        or step.to_row > target.number_rows or step.to_column > target.number_columns
        or (target.type = 'BOX') <> (step.kind = 'tubes')
        or exists (
          select from placement held where held.storage_id = step.to_storage_id
            and held.row_coordinate = step.to_row and held.column_coordinate = step.to_column
            and held.child_storage_id is distinct from step.box_id
        )
      ) as "isTargetLost",
      coalesce(step.to_storage_id in (select target_id from emptied), false) as "isTargetEmptied",
      step.to_storage_id is not null as "hasTarget",
      coalesce(box.nominal_temperature_c, least(step.temperature_c, around_box.celsius)) as "temperatureC",
      around_target.celsius as "targetTemperatureC",
      step.kind = 'tubes' and (
        (select count(*) from placement held where held.storage_id = step.box_id)
          <> (select count(*) from box_move_tube tube where tube.move_id = step.move_id and tube.box_id = step.box_id)
        or exists (
          select from box_move_tube tube
          left join placement held on held.sample_id = tube.sample_id
          left join placement taken on taken.storage_id = step.to_storage_id
            and taken.row_coordinate = tube.to_row and taken.column_coordinate = tube.to_column
          where tube.move_id = step.move_id and tube.box_id = step.box_id and (
            held.storage_id is distinct from step.box_id or held.row_coordinate <> tube.from_row
            or held.column_coordinate <> tube.from_column or taken.storage_id is not null
            or tube.to_row > target.number_rows or tube.to_column > target.number_columns
          )
        )
      ) as "areTubesStale"
    from step
    left join storage box on box.id = step.box_id
    left join temperature around_box on around_box.id = step.holder_id
    left join temperature around_target on around_target.id = step.to_storage_id
    left join placement p on p.child_storage_id = step.box_id
    left join storage target on target.id = step.to_storage_id
  `.execute(db)
  return rows
}

export type InsideBox = {
  boxId: number
  sourceId: number
  /** Whether the box was itself chosen for the move. */
  isChosen: boolean
  /** Whether a box that was chosen is in another freezer than at the start of the move, also by this move itself. */
  hasLeft: boolean
  isNew: boolean
}

/**
 * Lists the boxes that are inside the sources of a move, or are sources themselves. `isNew`: the box has no open step,
 * because it has come since, or has come back. Not new are a box whose tubes were merged, which stays where it is, and
 * a box that is a source itself, which is moved once. Such a box is new only if it was moved by other means, and is
 * back in the storage, and the freezer, from which it was planned.
 */
export async function listBoxesInside(
  db: Db,
  sourceIds: readonly number[],
  moveId: string,
): Promise<InsideBox[]> {
  const isBack = sql<boolean>`not has_left and exists (
    select from placement p where p.child_storage_id = inside.id and p.storage_id = step.from_storage_id
  )`
  const { rows } = await sql<InsideBox>`
    with recursive every_inside as (
      select id as source_id, id, type, 0 as steps from storage where id = any(${[...sourceIds]}::integer[])
      union all
      select every_inside.source_id, child.id, child.type, steps + 1
      from every_inside join placement p on p.storage_id = every_inside.id and p.child_storage_id is not null
        join storage child on child.id = p.child_storage_id
      where steps < 10 and every_inside.type <> 'BOX'
    ), inside as (
      -- Without a place at the start, it has left none.
      select *, steps = 0 and ${outermostAtStart(moveId, sql`every_inside.id`)}
        not in (id, ${outermostOf(sql`every_inside.id`)}) as has_left
      from every_inside where type = 'BOX'
    )
    select id as "boxId", source_id as "sourceId", steps = 0 as "isChosen", has_left as "hasLeft",
      not exists (
        select from box_move_step step where step.box_id = inside.id and (
          step.state in ${openStates}
          or step.move_id = ${moveId}::uuid and (
            inside.steps = 0 and not (step.state = 'elsewhere' and ${isBack})
            or step.kind = 'tubes' and step.state = 'confirmed'
          )
        )
      ) as "isNew"
    from inside order by steps
  `.execute(db)
  return rows
}

/** The outermost storage around a storage, such as its freezer. */
const outermostOf = (storageId: RawBuilder<unknown>) => sql`(
  with recursive up as (
    select ${storageId} as storage_id, 0 as level
    union all
    select p.storage_id, level + 1 from up join placement p on p.child_storage_id = up.storage_id where level < 10
  )
  select storage_id from up order by level desc limit 1
)`

/** As `outermostOf`, at the start of a move: the storages around it may have been moved or deleted since. */
const outermostAtStart = (moveId: string, storageId: RawBuilder<unknown>) => sql`(
  with recursive up as (
    select ${storageId} as storage_id, 0 as level, started_at from box_move where box_move.id = ${moveId}::uuid
    union all
    select stay.storage_id, level + 1, started_at
    from up join placement_stay stay on stay.child_storage_id = up.storage_id
      -- What is placed at the very moment of the start is placed after it.
      and stay.from_at < started_at and (stay.to_at is null or stay.to_at >= started_at)
    where level < 10
  )
  select storage_id from up order by level desc limit 1
)`
