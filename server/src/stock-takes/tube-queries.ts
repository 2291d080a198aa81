import type { Custody } from '@lims/contract/custody.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import type { StockTakeResult, StockTakeTube } from '@lims/contract/stock-takes.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import { isPlacedSince } from '../samples/later-change-queries.ts'
import type { StockTakeBoxRow } from './stock-take-queries.ts'

/** A pick list reserves and releases a tube where it is: nobody has it in hand. */
const isReservation = sql`via in ('reserve', 'release')`

/**
 * True if the custody of `sample` is still the one by which `tube` was judged. Reservations and releases of pick lists
 * do not count as changes.
 */
export const isCustodyAsJudged = sql<boolean>`(
  sample.custody_event_id is not distinct from tube.custody_event_id or exists (
    with recursive reservation as (
      select previous_event_id from custody_event where id = sample.custody_event_id and ${isReservation}
      union all
      select earlier.previous_event_id
      from reservation join custody_event earlier on earlier.id = reservation.previous_event_id
      where ${isReservation}
    )
    select from reservation where previous_event_id is not distinct from tube.custody_event_id
  )
)`

/** Lists those samples that a person has placed after a time. */
export async function listPlacedSince(
  trx: Transaction,
  sampleIds: readonly string[],
  time: Date | null,
): Promise<Set<string>> {
  const { rows } = await sql<{ sample_id: string }>`
    select sample_id from placement
    where sample_id = any(${[...sampleIds]}::uuid[]) and ${isPlacedSince(sql`${time}::timestamptz`)}
  `.execute(trx)
  return new Set(rows.map(({ sample_id }) => sample_id))
}

export type CustodyRecord = { custody: Custody; custodyEventId: number | null; isChangedSince: boolean }

/** Actions of the audit trail that change the place of a sample. */
const placingActions = ['sample.place', 'sample.move', 'sample.take-out', 'sample.arrange']

/**
 * Returns the custody of samples, and whether their place or custody has changed after a time. A reservation is no such
 * change.
 */
export async function listCustodyRecords(
  db: Db,
  sampleIds: readonly string[],
  since: Date,
): Promise<Map<string, CustodyRecord>> {
  const { rows } = await sql<CustodyRecord & { id: string }>`
    select sample.id, sample.custody, sample.custody_event_id as "custodyEventId",
      coalesce(placement.placed_at > ${since}::timestamptz, false)
      or exists (
        select from custody_event
        where sample_id = sample.id and at > ${since}::timestamptz and not ${isReservation}
      )
      or exists (
        select from audit_event e
        where e.entity_type = 'sample' and e.entity_id = sample.id::text
          and e.action = any(${placingActions}::text[]) and e.at > ${since}::timestamptz
      ) as "isChangedSince"
    from sample left join placement on placement.sample_id = sample.id
    where sample.id = any(${[...sampleIds]}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, ...record }) => [id, record]))
}

/** The result of one tube, as it is stored. */
export type JudgedTube = {
  tubeKey: string
  sampleId: string | null
  code: string
  result: StockTakeResult
  row: number | null
  column: number | null
  recorded: { storageId: number; row: number; column: number; place: string } | null
  custody: Custody | null
  custodyEventId: number | null
  isChangedSince: boolean
}
type Judgement = { stockTakeId: string; boxId: number; at: Date; userId: string }

/**
 * Saves results. A later scan replaces an earlier one, and any scan replaces 'missing'; with `keepScans` no scan is
 * replaced. Returns the keys of those that were saved.
 */
export async function saveTubes(
  trx: Transaction,
  tubes: readonly JudgedTube[],
  { stockTakeId, boxId, at, userId }: Judgement,
  { keepScans = false } = {},
): Promise<Set<string>> {
  const orEarlier = keepScans ? sql`` : sql`or stock_take_tube.counted_at <= excluded.counted_at`
  const { rows } = await sql<{ tube_key: string }>`
    insert into stock_take_tube (stock_take_id, box_id, counted_at, counted_by, tube_key, sample_id, code, result,
      row_coordinate, column_coordinate, recorded_storage_id, recorded_row, recorded_column, recorded_place,
      recorded_custody, custody_event_id, is_changed_since)
    select ${stockTakeId}::uuid, ${boxId}::integer, ${at}::timestamptz, ${userId}::text, tube.*
    from jsonb_to_recordset(${JSON.stringify(tubes.map(asRecord))}::jsonb) tube (
      tube_key text, sample_id uuid, code text, result text, row_coordinate integer, column_coordinate integer,
      recorded_storage_id integer, recorded_row integer, recorded_column integer, recorded_place text,
      recorded_custody text, custody_event_id bigint, is_changed_since boolean
    )
    order by tube.tube_key
    on conflict (stock_take_id, tube_key) do update set
      sample_id = excluded.sample_id, code = excluded.code, result = excluded.result, box_id = excluded.box_id,
      row_coordinate = excluded.row_coordinate, column_coordinate = excluded.column_coordinate,
      recorded_storage_id = excluded.recorded_storage_id, recorded_row = excluded.recorded_row,
      recorded_column = excluded.recorded_column, recorded_place = excluded.recorded_place,
      recorded_custody = excluded.recorded_custody, custody_event_id = excluded.custody_event_id,
      is_changed_since = excluded.is_changed_since, counted_at = excluded.counted_at, counted_by = excluded.counted_by
      where stock_take_tube.result = 'missing' ${orEarlier}
    returning tube_key
  `.execute(trx)
  return new Set(rows.map(({ tube_key }) => tube_key))
}

const asRecord = ({ recorded, result, ...tube }: JudgedTube) => ({
  tube_key: tube.tubeKey,
  sample_id: tube.sampleId,
  code: tube.code,
  result,
  row_coordinate: tube.row,
  column_coordinate: tube.column,
  recorded_storage_id: recorded?.storageId ?? null,
  recorded_row: recorded?.row ?? null,
  recorded_column: recorded?.column ?? null,
  recorded_place: recorded?.place ?? null,
  recorded_custody: tube.custody,
  custody_event_id: tube.custodyEventId,
  is_changed_since: tube.isChangedSince,
})

export type EarlierScan = {
  tubeKey: string
  boxId: number
  /** The name of the box at the start. */
  alias: string
}

/** Lists where tubes were scanned before, and locks these results in the order of their keys. */
export async function lockEarlierScans(
  trx: Transaction,
  stockTakeId: string,
  tubeKeys: readonly string[],
): Promise<EarlierScan[]> {
  const { rows } = await sql<EarlierScan>`
    select tube.tube_key as "tubeKey", tube.box_id as "boxId", box.alias
    from stock_take_tube tube
    join stock_take_box box on box.stock_take_id = tube.stock_take_id and box.storage_id = tube.box_id
    where tube.stock_take_id = ${stockTakeId} and tube.tube_key = any(${[...tubeKeys]}::text[])
      and tube.result <> 'missing'
    order by tube.tube_key for update of tube
  `.execute(trx)
  return rows
}

/** Removes unknown codes whose sample was registered or restored in the meantime. */
export async function deleteUnknownCodes(trx: Transaction, stockTakeId: string, codes: readonly string[]) {
  if (codes.length === 0) return
  await sql`
    delete from stock_take_tube
    where stock_take_id = ${stockTakeId} and result = 'unknown-code'
      and tube_key = any(${codes.map((code) => code.toUpperCase())}::text[])
  `.execute(trx)
}

/** Removes what was judged as missing, and was scanned under these codes after its sample was deleted. */
export async function deleteFoundMissing(trx: Transaction, stockTakeId: string, codes: readonly string[]) {
  if (codes.length === 0) return
  await sql`
    delete from stock_take_tube
    where stock_take_id = ${stockTakeId} and result = 'missing'
      and (upper(code) = any(${[...codes]}::text[]) or upper(tube_key) = any(${[...codes]}::text[]))
  `.execute(trx)
}

/** A tube that is recorded in a box and should be there. */
export type RecordedTube = {
  sampleId: string
  alias: string
  custody: Custody
  custodyEventId: number | null
  row: number
  column: number
  /** It was scanned somewhere in this stock-take, perhaps as an unknown code while its sample was deleted. */
  isScanned: boolean
  /**
   * Its place or custody has changed since the counting of the box began: somebody may have put it into a part of the
   * box that was counted before. False if the only changes were reservations and releases of pick lists, or if they
   * were undone: the tube was judged as missing from the box by its present record, and nobody has placed it since.
   */
  isChanged: boolean
}

/** Lists the tubes that should be in a box: recorded there, and neither checked out nor missing. */
export async function listRecordedTubes(
  db: Db,
  stockTakeId: string,
  boxId: number,
  begunAt: Date,
): Promise<RecordedTube[]> {
  const { rows } = await sql<RecordedTube>`
    select sample.id as "sampleId", sample.alias, sample.custody, sample.custody_event_id as "custodyEventId",
      placement.row_coordinate as "row", placement.column_coordinate as "column",
      exists (
        select from stock_take_tube tube where tube.stock_take_id = ${stockTakeId} and tube.result <> 'missing'
          and tube.tube_key in (sample.id::text, upper(sample.id::text), upper(sample.alias))
      ) as "isScanned",
      (
        placement.placed_at > ${begunAt}::timestamptz
        or exists (
          select from custody_event
          where sample_id = sample.id and at > ${begunAt}::timestamptz and not ${isReservation}
        )
      ) and not exists (
        select from stock_take_tube tube
        where tube.stock_take_id = ${stockTakeId} and tube.tube_key = sample.id::text and tube.result = 'missing'
          and (tube.box_id, tube.recorded_row, tube.recorded_column)
            = (placement.storage_id, placement.row_coordinate, placement.column_coordinate)
          and ${isCustodyAsJudged}
          and not ${isPlacedSince(sql`tube.counted_at`)}
      ) as "isChanged"
    from placement
    join sample on sample.id = placement.sample_id
    where placement.storage_id = ${boxId} and sample.custody not in ('CHECKED_OUT', 'MISSING')
    order by placement.row_coordinate, placement.column_coordinate
  `.execute(db)
  return rows
}

/** Removes what was judged as missing from a box, except these samples. */
export async function deleteMissing(
  trx: Transaction,
  { stock_take_id, storage_id }: StockTakeBoxRow,
  keptIds: readonly string[],
) {
  await sql`
    delete from stock_take_tube
    where stock_take_id = ${stock_take_id} and box_id = ${storage_id} and result = 'missing'
      and sample_id <> all(${[...keptIds]}::uuid[])
  `.execute(trx)
}

/** Counts the tubes that were scanned in a box. */
export async function countScanned(db: Db, stockTakeId: string, boxId: number): Promise<number> {
  const { total } = await db
    .selectFrom('stock_take_tube')
    .where('stock_take_id', '=', stockTakeId)
    .where('box_id', '=', boxId)
    .where('result', '<>', 'missing')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

type BoxTubeRow = Omit<StockTakeTube, 'position'> & {
  row: number | null
  column: number | null
  row_prefix: string
  column_prefix: string
}

/** Lists the tubes that are recorded in a box, cell by cell, and then those that were found there besides. */
export async function listBoxTubes(db: Db, stockTakeId: string, boxId: number): Promise<StockTakeTube[]> {
  const { rows } = await sql<BoxTubeRow>`
    select sample.id as "sampleId", coalesce(sample.alias, tube.code) as code, sample.name as "sampleName",
      sample.custody, placement.row_coordinate as "row", placement.column_coordinate as "column", tube.result,
      storage.row_prefix, storage.column_prefix
    from (
      select id, sample_id, code, result from stock_take_tube
      where stock_take_id = ${stockTakeId} and box_id = ${boxId}
    ) tube
    full join (select * from placement where storage_id = ${boxId} and sample_id is not null) placement
      on placement.sample_id = tube.sample_id
    left join sample on sample.id = coalesce(placement.sample_id, tube.sample_id)
    left join storage on storage.id = ${boxId}
    order by placement.row_coordinate, placement.column_coordinate, tube.id
  `.execute(db)
  return rows.map(({ row, column, row_prefix, column_prefix, ...tube }) => ({
    ...tube,
    position:
      row === null || column === null
        ? null
        : positionLabel({ row, column }, { rowPrefix: row_prefix, columnPrefix: column_prefix }),
  }))
}

/** Lists the cells of boxes that hold something, by box. */
export async function listCellContents(
  trx: Transaction,
  boxIds: readonly number[],
): Promise<{ storageId: number; row: number; column: number; sampleId: string | null }[]> {
  const { rows } = await sql<{ storageId: number; row: number; column: number; sampleId: string | null }>`
    select storage_id as "storageId", row_coordinate as "row", column_coordinate as "column", sample_id as "sampleId"
    from placement where storage_id = any(${[...boxIds]}::integer[])
  `.execute(trx)
  return rows
}
