import type { StockTake, StockTakeBox, StockTakeCounts, StockTakeResult } from '@lims/contract/stock-takes.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { selectNamedBoxes } from './box-name-queries.ts'
import { countOtherExpected, isInFreezer } from './expected-queries.ts'
import type { StockTakeRow } from './stock-take-queries.ts'

type Numbers = {
  in_place: number
  other_place: number
  missing: number
  not_recorded: number
  unknown_code: number
}
type BoxNumbers = Numbers & {
  storage_id: number
  alias: string
  path: string
  is_empty: boolean
  is_begun: boolean
  is_finished: boolean
  expected: number
  counter_name: string | null
  counted_at: Date | null
}

/**
 * Lists the boxes of a stock-take with their numbers, in the order of the picture. The tubes of a box that is not
 * finished are those recorded there now, without those that are checked out or missing.
 */
export async function listStockTakeBoxes(db: Db, id: string): Promise<StockTakeBox[]> {
  const { rows } = await sql<BoxNumbers>`
    select box.storage_id, box.is_empty, box.counted_at,
      box.begun_at is not null as is_begun, box.finished_at is not null as is_finished,
      coalesce(found.in_place, 0) as in_place, coalesce(found.other_place, 0) as other_place,
      coalesce(found.missing, 0) as missing, coalesce(found.not_recorded, 0) as not_recorded,
      coalesce(found.unknown_code, 0) as unknown_code,
      greatest(
        coalesce(box.expected, recorded.tubes, 0), coalesce(found.in_place, 0) + coalesce(found.missing, 0)
      ) as expected,
      named.alias, named.path, person.name as counter_name
    from stock_take_box box
    join (${selectNamedBoxes(id)}) named using (storage_id)
    left join (
      select box_id,
        count(*) filter (where result = 'in-place')::int as in_place,
        count(*) filter (where result = 'other-place')::int as other_place,
        count(*) filter (where result = 'missing')::int as missing,
        count(*) filter (where result = 'not-recorded')::int as not_recorded,
        count(*) filter (where result = 'unknown-code')::int as unknown_code
      from stock_take_tube where stock_take_id = ${id}::uuid group by 1
    ) found on found.box_id = box.storage_id
    left join (
      select placement.storage_id, count(*)::int as tubes
      from stock_take_box counted
      join placement on placement.storage_id = counted.storage_id
      join sample on sample.id = placement.sample_id
      where counted.stock_take_id = ${id}::uuid and counted.is_open and counted.expected is null and ${isInFreezer}
      group by 1
    ) recorded on recorded.storage_id = box.storage_id
    left join person on person.id = box.counted_by
    where box.stock_take_id = ${id}::uuid
    order by box.place
  `.execute(db)
  return rows.map(asBox)
}

const asCounts = (row: Numbers): StockTakeCounts => ({
  'in-place': row.in_place,
  'other-place': row.other_place,
  missing: row.missing,
  'not-recorded': row.not_recorded,
  'unknown-code': row.unknown_code,
})

const asBox = (row: BoxNumbers): StockTakeBox => ({
  storageId: row.storage_id,
  alias: row.alias,
  path: row.path,
  state: row.is_finished ? 'finished' : row.is_begun ? 'counting' : 'not-begun',
  isEmpty: row.is_empty,
  expected: row.expected,
  counts: asCounts(row),
  counterName: row.counter_name,
  countedAt: row.counted_at?.toISOString() ?? null,
})

const maxCounterNames = 20

/** Lists the names of those who have counted tubes or finished boxes. */
export async function listCounterNames(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select person.name from (
      select counted_by from stock_take_tube where stock_take_id = ${id} group by 1
      union select counted_by from stock_take_box where stock_take_id = ${id} group by 1
    ) counter
    join person on person.id = counter.counted_by
    order by lower(person.name), person.id limit ${maxCounterNames}
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Adds the numbers of all boxes to stock-takes. */
export async function withNumbers(db: Db, rows: readonly StockTakeRow[]): Promise<StockTake[]> {
  const ids = rows.map(({ id }) => id)
  // One after the other: it may be in a transaction.
  const boxes = await sumBoxes(db, ids)
  const counts = await countByResult(db, ids)
  const otherExpected = await countOtherExpected(db, ids)
  return rows.map((row) =>
    asStockTake(row, {
      counts: counts.get(row.id) ?? noCounts,
      numBoxes: boxes.get(row.id)?.boxes ?? 0,
      numFinishedBoxes: boxes.get(row.id)?.finished_boxes ?? 0,
      counterNames: boxes.get(row.id)?.counter_names ?? [],
      otherExpected: otherExpected.get(row.id) ?? 0,
    }),
  )
}

type BoxSums = { id: string; boxes: number; finished_boxes: number; counter_names: string[] }

async function sumBoxes(db: Db, ids: readonly string[]): Promise<Map<string, BoxSums>> {
  const { rows } = await sql<BoxSums>`
    select box.stock_take_id as id, count(*)::int as boxes, count(box.finished_at)::int as finished_boxes,
      coalesce((array_agg(distinct person.name order by person.name) filter (where person.id is not null))[1:20], '{}')
        as counter_names
    from stock_take_box box left join person on person.id = box.counted_by
    where box.stock_take_id = any(${[...ids]}::uuid[])
    group by box.stock_take_id
  `.execute(db)
  return new Map(rows.map((sums) => [sums.id, sums]))
}

/** Counts the tubes of stock-takes by result, out of the index of the results in each box. */
async function countByResult(db: Db, ids: readonly string[]): Promise<Map<string, StockTakeCounts>> {
  const { rows } = await sql<{ id: string; result: StockTakeResult; tubes: number }>`
    select stock_take_id as id, result, count(*)::int as tubes from stock_take_tube
    where stock_take_id = any(${[...ids]}::uuid[])
    group by stock_take_id, result
  `.execute(db)
  const counts = new Map<string, StockTakeCounts>()
  for (const { id, result, tubes } of rows)
    counts.set(id, { ...(counts.get(id) ?? noCounts), [result]: tubes })
  return counts
}

const noCounts: StockTakeCounts = {
  'in-place': 0,
  'other-place': 0,
  missing: 0,
  'not-recorded': 0,
  'unknown-code': 0,
}

type Summary = Pick<StockTake, 'counts' | 'numBoxes' | 'numFinishedBoxes' | 'counterNames'> & {
  /** The result of `countOtherExpected`. */
  otherExpected: number
}

/** Returns a stock-take as the contract has it. */
export const asStockTake = (row: StockTakeRow, { otherExpected, ...summary }: Summary): StockTake => ({
  id: row.id,
  storageId: row.storage_id,
  storageName: row.storage_name,
  state: row.state,
  startedAt: row.started_at.toISOString(),
  startedBy: row.starter_name,
  closedAt: row.closed_at?.toISOString() ?? null,
  closedBy: row.closer_name,
  expectedTubes: summary.counts['in-place'] + summary.counts.missing + otherExpected,
  ...summary,
})
