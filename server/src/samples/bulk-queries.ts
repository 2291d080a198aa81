import type { ChosenDetails, ChosenSample, CodeCandidate } from '@lims/contract/sample-bulk.ts'
import type { SampleSort } from '@lims/contract/sample-sort.ts'
import { asOneLine } from '@lims/contract/text.ts'
import { toMillilitres } from '@lims/contract/volume.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import type { ResolvedFilter } from './resolve-filter.ts'
import { countSamples } from './sample-count-queries.ts'
import { areFewEnoughToCollect, indexRange } from './sample-list-queries.ts'
import { fromMatches } from './sample-match-queries.ts'
import { asPlace, listNamesAbove, type PlaceColumns } from './sample-place-queries.ts'
import { listSortedIds } from './sample-sort-queries.ts'

/** Lists up to `limit` matching samples in the order of the tree: newest batch first, then by registration. */
export async function findMatchingSamples(
  db: Db,
  filter: ResolvedFilter,
  limit: number,
): Promise<ChosenSample[]> {
  // Limited before it is sorted: without filters, sorting would read all samples of the laboratory.
  const { rows } = await sql<ChosenSample>`
    select match.id, match.name, match.alias, match.status
    from (
      select sample.id, sample.name, sample.alias, sample.status, sample.batch_id, sample.number
      ${fromMatches(filter, 'sample')} limit ${limit}
    ) match
    join batch on batch.id = match.batch_id
    order by batch.number desc, match.number
  `.execute(db)
  return rows
}

/** Lists up to `limit` matching samples in the order of a column, as the list of samples does. */
export async function findSortedSamples(
  db: Db,
  filter: ResolvedFilter,
  sort: SampleSort,
  limit: number,
): Promise<ChosenSample[]> {
  const collects = await areFewEnoughToCollect(filter, await countSamples(db, filter))
  const ids = await listSortedIds(db, filter, { sort, limit, offset: 0, collects })
  const { rows } = await sql<ChosenSample>`
    select sample.id, sample.name, sample.alias, sample.status
    from unnest(${ids}::uuid[]) with ordinality sorted (id, place) join sample on sample.id = sorted.id
    order by sorted.place
  `.execute(db)
  return rows
}

/** A sample that has a code; `place` is the number of the code, from 1. */
type CodeHit = CodeCandidate & { place: number }

/** Finds up to `limit` samples for each code, the newest first: those with this id, tube ID or name, ignoring case. */
export async function findSamplesByCodes(
  db: Db,
  codes: readonly string[],
  limit: number,
): Promise<CodeHit[]> {
  const ids = codes.map((code) => (isUuid(code) ? code : null))
  const ofName = indexRange(
    { column: sql`upper(sample.name)`, value: sql`upper(code.name)` },
    'desc',
    Number.MAX_SAFE_INTEGER,
  )
  const { rows } = await sql<CodeHit>`
    select code.place::int as place, hit.id, hit.name, hit.alias, hit.status, hit.type,
      hit.subject_id as "subjectId", batch.name as "batchName"
    from unnest(${[...codes]}::text[], ${codes.map(asOneLine)}::text[], ${ids}::uuid[])
      with ordinality code (text, name, id, place)
    cross join lateral (
      select sample.* from (
        select id, number from sample where sample.id = code.id
        union select id, number from sample where upper(alias) = upper(code.text)
        union (
          select id, number from sample where ${ofName} order by upper(sample.name) desc, number desc limit ${limit}
        )
        order by number desc limit ${limit}
      ) found
      join sample on sample.id = found.id
    ) hit
    join batch on batch.id = hit.batch_id
    order by code.place, hit.number desc
  `.execute(db)
  return rows
}

type WithoutNames<Columns> = Columns extends unknown ? Omit<Columns, 'names'> : never

type DetailsRow = Omit<ChosenDetails, 'place' | 'volume'> &
  WithoutNames<PlaceColumns> & {
    volume_nl: number
    storage_name: string
  }

/**
 * Lists samples with their places in the order of `ids`, without unknown ones. The paths are read by a query of their
 * own, as few as there are boxes: in a plan for any number of samples, a join with them took 90 s for 20,000.
 */
export async function listChosenDetails(db: Db, ids: readonly string[]): Promise<ChosenDetails[]> {
  const { rows } = await sql<DetailsRow>`
    select sample.id, sample.name, sample.alias, sample.status, sample.type, sample.custody,
      sample.custody_event_id as "custodyEventId", sample.volume_nl,
      sample.subject_id as "subjectId", sample.site_id as "siteId", sample.visit_id as "visitId",
      sample.batch_id as "batchId", batch.name as "batchName", sample.version,
      storage.id as storage_id, storage.alias as storage_name, storage.row_prefix, storage.column_prefix,
      placement.row_coordinate, placement.column_coordinate
    from unnest(${[...new Set(ids)].filter(isUuid)}::uuid[]) with ordinality chosen (id, place)
    join sample on sample.id = chosen.id
    join batch on batch.id = sample.batch_id
    left join placement on placement.sample_id = sample.id
    left join storage on storage.id = placement.storage_id
    order by chosen.place
  `.execute(db)
  const boxIds = rows.flatMap(({ storage_id }) => storage_id ?? [])
  const names = await listNamesAbove(db, [...new Set(boxIds)])
  return rows.map((row) => asDetails(row, names))
}

function asDetails(row: DetailsRow, names: ReadonlyMap<number, string[]>): ChosenDetails {
  const { volume_nl, storage_id, storage_name, row_prefix, column_prefix, ...sample } = row
  const { row_coordinate, column_coordinate, ...fields } = sample
  return { ...fields, volume: toMillilitres(volume_nl), place: chosenPlaceOf(row, names) }
}

function chosenPlaceOf(row: DetailsRow, names: ReadonlyMap<number, string[]>): ChosenDetails['place'] {
  if (row.storage_id === null) return null
  const { location, path } = asPlace({ ...row, names: names.get(row.storage_id) ?? [row.storage_name] })
  return {
    storageId: row.storage_id,
    storageName: row.storage_name,
    rowCoordinate: row.row_coordinate,
    columnCoordinate: row.column_coordinate,
    position: location,
    path,
  }
}
