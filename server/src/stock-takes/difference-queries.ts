import { positionLabel } from '@lims/contract/positions.ts'
import type { StockTakeDifference, StockTakeResult } from '@lims/contract/stock-takes.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { isToPutAway } from '../samples/custody-queries.ts'
import { isPlacedSince } from '../samples/later-change-queries.ts'
import { selectNamedBoxes } from './box-name-queries.ts'
import { isCustodyAsJudged } from './tube-queries.ts'

/** A result with what its row of the report needs. */
export type TubeDetails = StockTakeDifference & { boxAlias: string; boxPath: string }

type DetailsRow = Omit<TubeDetails, 'countedAt' | 'foundPlace'> & {
  counted_at: Date
  row_coordinate: number | null
  column_coordinate: number | null
  recorded_row: number | null
  recorded_column: number | null
  row_prefix: string | null
  column_prefix: string | null
}
type DetailsFilter = {
  result?: StockTakeResult | undefined
  /** Also those that are where they should be. */
  withInPlace?: boolean
  ids?: readonly number[]
}

const matchesFilter = ({ result, withInPlace = false, ids }: DetailsFilter) => {
  if (result) return sql`and tube.result = ${result}`
  if (ids) return sql`and tube.result <> 'in-place' and tube.id = any(${[...ids]}::bigint[])`
  return withInPlace ? sql`` : sql`and tube.result <> 'in-place'`
}

/**
 * True if, since the tube was judged, its record has changed (reservations do not count), a person has placed it, or
 * its box was deleted or is no longer a box. False once the difference was accepted.
 */
const isChangedSince = sql`
  tube.sample_id is not null and not tube.is_accepted and (
    tube.is_changed_since or sample.id is null or storage.type is distinct from 'BOX'
    or (placement.storage_id, placement.row_coordinate, placement.column_coordinate)
      is distinct from (tube.recorded_storage_id, tube.recorded_row, tube.recorded_column)
    or not ${isCustodyAsJudged}
    or coalesce(${isPlacedSince(sql`tube.counted_at`)}, false)
  )`
const joinRecord = sql`
  left join storage on storage.id = tube.box_id
  left join sample on sample.id = tube.sample_id
  left join placement on placement.sample_id = tube.sample_id
`

/**
 * Selects results by box: the boxes as they were chosen, in each its tubes in the order of their first scan, then the
 * missing ones by their recorded cell.
 */
const selectDetails = (id: string, filter: DetailsFilter) => sql<DetailsRow>`
  select tube.id, tube.result, coalesce(sample.alias, tube.code) as code, tube.sample_id as "sampleId",
    sample.name as "sampleName", tube.recorded_place as "recordedPlace", tube.recorded_custody as "recordedCustody",
    person.name as "countedBy", tube.counted_at, tube.is_accepted as "isAccepted",
    ${isChangedSince} as "isChangedSince",
    ${isToPutAway} as "isToPutAway",
    tube.row_coordinate, tube.column_coordinate, tube.recorded_row, tube.recorded_column, box.alias as "boxAlias", box.path as "boxPath",
    storage.row_prefix, storage.column_prefix
  from stock_take_tube tube
  join (${selectNamedBoxes(id)}) box on box.storage_id = tube.box_id
  join person on person.id = tube.counted_by
  ${joinRecord}
  where tube.stock_take_id = ${id} ${matchesFilter(filter)}
  order by box.place,
    case tube.result when 'missing' then tube.recorded_row end nulls first,
    case tube.result when 'missing' then tube.recorded_column end nulls first, tube.id
`

/** Lists a page of the results, without those that are where they should be. */
export async function listDifferences(
  db: Db,
  id: string,
  { pageNumber, pageSize, ...filter }: DetailsFilter & { pageNumber: number; pageSize: number },
): Promise<TubeDetails[]> {
  const { rows } = await sql<DetailsRow>`
    ${selectDetails(id, filter)} limit ${pageSize} offset ${pageNumber * pageSize}
  `.execute(db)
  return rows.map(asDetails)
}

/** Lists the differences with these ids. Leaves out ids of which there is none in the stock-take. */
export async function listDifferencesById(
  db: Db,
  id: string,
  ids: readonly number[],
): Promise<TubeDetails[]> {
  const { rows } = await sql<DetailsRow>`${selectDetails(id, { ids })}`.execute(db)
  return rows.map(asDetails)
}

/** Yields the results of all tubes in pages, as they are when the first page is read. Once in a transaction. */
export async function* readTubes(
  trx: Transaction,
  id: string,
  rowsAtOnce: number,
): AsyncGenerator<TubeDetails[]> {
  const tubes = selectDetails(id, { withInPlace: true })
  await sql`declare counted_tubes no scroll cursor for ${tubes}`.execute(trx)
  for (;;) {
    const { rows } = await sql<DetailsRow>`fetch ${sql.lit(rowsAtOnce)} from counted_tubes`.execute(trx)
    if (rows.length === 0) return
    yield rows.map(asDetails)
  }
}

function asDetails(detailsRow: DetailsRow): TubeDetails {
  const { counted_at, row_coordinate, column_coordinate, recorded_row, recorded_column, ...rest } = detailsRow
  const { row_prefix: rowPrefix, column_prefix: columnPrefix, ...details } = rest
  const { result, boxPath, boxAlias } = details
  const placeInBox = (row: number | null, column: number | null) => {
    const isKnown = row !== null && column !== null && rowPrefix !== null && columnPrefix !== null
    return joinPath([
      boxPath,
      boxAlias,
      ...(isKnown ? [positionLabel({ row, column }, { rowPrefix, columnPrefix })] : []),
    ])
  }
  // Earlier versions did not save the place of a tube that is in place.
  const recordedInBox = result === 'in-place' ? placeInBox(recorded_row, recorded_column) : null
  return {
    ...details,
    recordedPlace: details.recordedPlace ?? recordedInBox,
    foundPlace: result === 'missing' ? null : placeInBox(row_coordinate, column_coordinate),
    countedAt: counted_at.toISOString(),
  }
}

/** As the contract has it. */
export const asDifference = ({ boxAlias, boxPath, ...difference }: TubeDetails): StockTakeDifference =>
  difference

export async function countDifferences(db: Db, id: string, filter: DetailsFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from stock_take_tube tube
    where tube.stock_take_id = ${id} ${matchesFilter(filter)}
  `.execute(db)
  return rows[0]?.total ?? 0
}

/** Counts the missing tubes that were returned and wait to be put away. */
export async function countMissingToPutAway(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from stock_take_tube tube join sample on sample.id = tube.sample_id
    where tube.stock_take_id = ${id} and tube.result = 'missing' and ${isToPutAway}
  `.execute(db)
  return rows[0]?.total ?? 0
}

type TubeRow = Selectable<Tables['stock_take_tube']>
export type Difference = Omit<TubeRow, 'sample_id'> & { sample_id: string }

/** Lists the chosen differences that can be accepted. Call it with the stock-take locked. */
export async function listChosenDifferences(
  trx: Transaction,
  id: string,
  { results, ids }: { results: readonly string[]; ids: readonly number[] },
): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select * from stock_take_tube
    where stock_take_id = ${id} and result in ('other-place', 'missing', 'not-recorded')
      and (result = any(${[...results]}::text[]) or id = any(${[...ids]}::bigint[]))
    order by id
  `.execute(trx)
  return rows
}

/** Lists the ids of those differences whose record is still the one by which they were judged. Lock it before. */
export async function listUnchangedIds(trx: Transaction, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select tube.id from stock_take_tube tube ${joinRecord}
    where tube.id = any(${[...ids]}::bigint[]) and not (${isChangedSince})
  `.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

export async function listAccepted(trx: Transaction, id: string): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select * from stock_take_tube where stock_take_id = ${id} and is_accepted order by id
  `.execute(trx)
  return rows
}

/**
 * Lists the samples of accepted differences whose custody is as it was then, or was only reserved and released since.
 */
export async function listCustodyAsAccepted(trx: Transaction, id: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select sample.id from stock_take_tube tube join sample on sample.id = tube.sample_id
    where tube.stock_take_id = ${id} and tube.is_accepted and ${isCustodyAsJudged}
  `.execute(trx)
  return new Set(rows.map(({ id: sampleId }) => sampleId))
}

type Acceptance = {
  id: number
  /** The custody before, for its undo: the tube may have been reserved since it was judged. */
  before: Pick<Difference, 'recorded_custody' | 'custody_event_id'>
  eventId: number | null
  place: { storageId: number; row: number; column: number } | null
}

/** Records that differences were accepted, and what that has made. */
export async function markAccepted(trx: Transaction, accepted: readonly Acceptance[]) {
  await sql`
    update stock_take_tube tube
    set is_accepted = true, recorded_custody = done.custody, custody_event_id = done.custody_event_id,
      accepted_event_id = done.event_id, accepted_storage_id = done.storage_id,
      accepted_row = done.row_coordinate, accepted_column = done.column_coordinate
    from unnest(
      ${accepted.map(({ id }) => id)}::bigint[], ${accepted.map(({ before }) => before.recorded_custody)}::text[],
      ${accepted.map(({ before }) => before.custody_event_id)}::bigint[],
      ${accepted.map(({ eventId }) => eventId)}::bigint[],
      ${accepted.map(({ place }) => place?.storageId ?? null)}::integer[],
      ${accepted.map(({ place }) => place?.row ?? null)}::integer[],
      ${accepted.map(({ place }) => place?.column ?? null)}::integer[]
    ) done (id, custody, custody_event_id, event_id, storage_id, row_coordinate, column_coordinate)
    where tube.id = done.id
  `.execute(trx)
}

export async function markNotAccepted(trx: Transaction, stockTakeId: string) {
  await sql`
    update stock_take_tube
    set is_accepted = false, accepted_event_id = null, accepted_storage_id = null, accepted_row = null,
      accepted_column = null
    where stock_take_id = ${stockTakeId} and is_accepted
  `.execute(trx)
}
