import { positionLabel } from '@lims/contract/positions.ts'
import type { ListedSample, SamplePlace } from '@lims/contract/samples.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { pathsOf } from '../db/paths-of.ts'
import { asSample, type SampleRow } from './sample-queries.ts'

/** A cell with the names of the storages around it, root first. */
export type PlaceRow = {
  storage_id: number
  row_coordinate: number
  column_coordinate: number
  row_prefix: string
  column_prefix: string
  names: string[]
}

/** All null for a sample that is not stored. */
export type PlaceColumns = PlaceRow | { [Name in keyof PlaceRow]: null }

/** Returns samples with their places, which one further query reads for the whole page. */
export async function asListedSamples(db: Db, rows: readonly SampleRow[]): Promise<ListedSample[]> {
  const places = await listSamplePlacesOf(
    db,
    rows.filter((row) => row.is_stored).map(({ id }) => id),
  )
  return rows.map((row) => ({ ...asSample(row), place: places.get(row.id) ?? null }))
}

/**
 * Returns the places of samples by sample id. Climbs the storage tree once for each box, at most 10 levels. Each
 * `limit` makes PostgreSQL use the index for one row after the other instead of reading all placements. The ids stand
 * in a select of their own: knowing their number, PostgreSQL would plan each list anew.
 */
export async function listSamplePlacesOf(db: Db, ids: readonly string[]): Promise<Map<string, SamplePlace>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<PlaceRow & { sample_id: string }>`
    with recursive ${cellsOf(sql`select * from unnest((select ${[...ids]}::uuid[]))`)}, ${pathsOf(sql`select storage_id from held`)}
    select held.*, box.row_prefix, box.column_prefix, path.names
    from held join path on path.box = held.storage_id
    cross join lateral (select row_prefix, column_prefix from storage where id = held.storage_id limit 1) box
  `.execute(db)
  return new Map(rows.map((row) => [row.sample_id, asPlace(row)]))
}

/**
 * Adds the places to a page of samples in order of their number, reading the samples once. See `listSamplePlacesOf`.
 */
export const withPlaces = <R extends SampleRow>(
  page: Expression<R>,
  direction: 'asc' | 'desc',
): RawBuilder<R & PlaceColumns> => sql`
  with recursive page as materialized (${page}),
  ${cellsOf(sql`select id from page where is_stored`)}, ${pathsOf(sql`select storage_id from held`)}
  select page.*, held.storage_id, held.row_coordinate, held.column_coordinate,
    box.row_prefix, box.column_prefix, path.names
  from page
  left join held on held.sample_id = page.id
  left join path on path.box = held.storage_id
  left join lateral (select row_prefix, column_prefix from storage where id = held.storage_id limit 1) box on true
  order by page.number ${sql.raw(direction)}`

/** Defines `held` in a `with`: the cells of samples. `samples` selects their ids. */
const cellsOf = (samples: RawBuilder<unknown>) => sql`
  held as (
    select found.* from (${samples}) wanted (id)
    cross join lateral (
      select sample_id, storage_id, row_coordinate, column_coordinate from placement
      where sample_id = wanted.id limit 1
    ) found
  )`

/** Returns the place of a row that was read by `withPlaces`. */
export const placeOf = (columns: PlaceColumns): SamplePlace | null =>
  columns.storage_id === null ? null : asPlace(columns)

/** Returns the name of each storage and the names of those around it, root first, by its id. */
export async function listNamesAbove(db: Db, storageIds: readonly number[]): Promise<Map<number, string[]>> {
  if (storageIds.length === 0) return new Map()
  const { rows } = await sql<{ box: number; names: string[] }>`
    with recursive ${pathsOf(sql`select * from unnest((select ${[...storageIds]}::integer[]))`)}
    select box, names from path
  `.execute(db)
  return new Map(rows.map(({ box, names }) => [box, names]))
}

/** Returns a cell with the names of the storages around it. */
export function asPlace(row: PlaceRow): SamplePlace {
  const cell = { row: row.row_coordinate, column: row.column_coordinate }
  const location = positionLabel(cell, { rowPrefix: row.row_prefix, columnPrefix: row.column_prefix })
  return { storageId: row.storage_id, location, path: joinPath([...row.names, location]) }
}
