import type { ReturnedTube } from '@lims/contract/custody-api.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { pathsOf } from '../db/paths-of.ts'
import { asPlace, type PlaceRow } from '../samples/sample-place-queries.ts'

type FreeCell = NonNullable<ReturnedTube['freeCell']>
type Row = PlaceRow & { sample_id: string }

/**
 * Returns a free cell for each sample without a place: the one that it came from if that is free, else the next free
 * one of the same box. Samples of one box get different cells. Left out are samples whose box is gone or full.
 */
export async function listReturnCells(db: Db, sampleIds: readonly string[]): Promise<Map<string, FreeCell>> {
  if (sampleIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    with recursive origin as materialized (
      select wanted.id, came.storage_id, came.row_coordinate, came.column_coordinate
      from unnest(${[...sampleIds]}::uuid[]) wanted (id)
      cross join lateral (
        select storage_id, row_coordinate, column_coordinate from custody_event
        where sample_id = wanted.id and storage_id is not null order by id desc limit 1
      ) came
    ), free as materialized (
      -- Box by box: the planner takes each series for a thousand rows, and would read all placements instead.
      select box.id as storage_id, cell.row_coordinate, cell.column_coordinate
      from (select distinct storage_id from origin) wanted
      join storage box on box.id = wanted.storage_id and box.type = 'BOX'
      cross join lateral (
        select r as row_coordinate, c as column_coordinate
        from generate_series(1, box.number_rows) r, generate_series(1, box.number_columns) c
        where not exists (select from placement p where p.storage_id = box.id
          and p.row_coordinate = r and p.column_coordinate = c)
        offset 0
      ) cell
    ), own as materialized (
      select distinct on (free.storage_id, free.row_coordinate, free.column_coordinate) origin.id, free.*
      from origin join free using (storage_id, row_coordinate, column_coordinate)
      order by free.storage_id, free.row_coordinate, free.column_coordinate, origin.id
    ), next_cell as (
      select free.*, row_number() over (partition by storage_id order by row_coordinate, column_coordinate) as rank
      from free where (storage_id, row_coordinate, column_coordinate)
        not in (select storage_id, row_coordinate, column_coordinate from own)
    ), without as (
      select id, storage_id, row_number() over (partition by storage_id order by row_coordinate, column_coordinate, id) as rank
      from origin where id not in (select id from own)
    ), given as (
      select id, storage_id, row_coordinate, column_coordinate from own
      union all
      select without.id, next_cell.storage_id, next_cell.row_coordinate, next_cell.column_coordinate
      from without join next_cell using (storage_id, rank)
    ), ${pathsOf(sql`select storage_id from given`)}
    select given.id as sample_id, given.storage_id, given.row_coordinate, given.column_coordinate,
      box.row_prefix, box.column_prefix, path.names
    from given join storage box on box.id = given.storage_id join path on path.box = given.storage_id
  `.execute(db)
  return new Map(
    rows.map((row) => [
      row.sample_id,
      { ...asPlace(row), rowCoordinate: row.row_coordinate, columnCoordinate: row.column_coordinate },
    ]),
  )
}
