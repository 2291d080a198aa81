import type { StockTake, StockTakeBox, StockTakeCounts } from '@lims/contract/stock-takes.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { selectNamedBoxes } from './box-name-queries.ts'
import { countOtherExpected } from './expected-queries.ts'
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
 * The numbers of each box, in one pass over the results and over the keys of the cells. The tubes of a box that is not
 * finished are those recorded there now, without those that are checked out or missing.
 */
const boxNumbers = (ids: readonly string[]) => sql`
  select box.stock_take_id, box.storage_id, box.place, box.is_empty, box.counted_at, box.counted_by,
    box.begun_at is not null as is_begun, box.finished_at is not null as is_finished,
    coalesce(found.in_place, 0) as in_place, coalesce(found.other_place, 0) as other_place,
    coalesce(found.missing, 0) as missing, coalesce(found.not_recorded, 0) as not_recorded,
    coalesce(found.unknown_code, 0) as unknown_code,
    greatest(
      coalesce(box.expected, recorded.tubes - coalesce(away.tubes, 0), 0),
      coalesce(found.in_place, 0) + coalesce(found.missing, 0)
    ) as expected
  from stock_take_box box
  left join (
    select stock_take_id, box_id,
      count(*) filter (where result = 'in-place')::int as in_place,
      count(*) filter (where result = 'other-place')::int as other_place,
      count(*) filter (where result = 'missing')::int as missing,
      count(*) filter (where result = 'not-recorded')::int as not_recorded,
      count(*) filter (where result = 'unknown-code')::int as unknown_code
    from stock_take_tube where stock_take_id = any(${[...ids]}::uuid[]) group by 1, 2
  ) found on found.stock_take_id = box.stock_take_id and found.box_id = box.storage_id
  left join (
    select storage_id, count(*)::int as tubes from placement
    where storage_id in (
      select storage_id from stock_take_box where stock_take_id = any(${[...ids]}::uuid[]) and is_open and expected is null
    )
    group by 1
  ) recorded on recorded.storage_id = box.storage_id
  left join (
    select placement.storage_id, count(*)::int as tubes
    from sample_not_available gone join sample using (number) join placement on placement.sample_id = sample.id
    where gone.custody in ('CHECKED_OUT', 'MISSING') group by 1
  ) away on away.storage_id = box.storage_id
  where box.stock_take_id = any(${[...ids]}::uuid[])
`

/** Lists the boxes of a stock-take with their numbers, in the order of the picture. */
export async function listStockTakeBoxes(db: Db, id: string): Promise<StockTakeBox[]> {
  const { rows } = await sql<BoxNumbers>`
    select numbers.*, named.alias, named.path, person.name as counter_name
    from (${boxNumbers([id])}) numbers join (${selectNamedBoxes(id)}) named using (storage_id)
    left join person on person.id = numbers.counted_by
    order by numbers.place
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

type Sums = Numbers & {
  stock_take_id: string
  boxes: number
  finished_boxes: number
  counter_names: string[]
}

/** Adds the numbers of all boxes to stock-takes. */
export async function withNumbers(db: Db, rows: readonly StockTakeRow[]): Promise<StockTake[]> {
  const ids = rows.map(({ id }) => id)
  // One after the other: it may be in a transaction.
  const sums = await listSums(db, ids)
  const otherExpected = await countOtherExpected(db, ids)
  const byId = new Map(sums.map((sum) => [sum.stock_take_id, sum]))
  return rows.map((row) => {
    const sum = byId.get(row.id)
    return asStockTake(row, {
      counts: asCounts(sum ?? noNumbers),
      numBoxes: sum?.boxes ?? 0,
      numFinishedBoxes: sum?.finished_boxes ?? 0,
      counterNames: sum?.counter_names ?? [],
      otherExpected: otherExpected.get(row.id) ?? 0,
    })
  })
}

async function listSums(db: Db, ids: readonly string[]): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    select numbers.stock_take_id, sum(in_place)::int as in_place, sum(other_place)::int as other_place,
      sum(missing)::int as missing, sum(not_recorded)::int as not_recorded, sum(unknown_code)::int as unknown_code,
      count(*)::int as boxes, count(*) filter (where is_finished)::int as finished_boxes,
      coalesce((array_agg(distinct person.name order by person.name) filter (where person.id is not null))[1:20], '{}')
        as counter_names
    from (${boxNumbers(ids)}) numbers left join person on person.id = numbers.counted_by
    group by numbers.stock_take_id
  `.execute(db)
  return rows
}

const noNumbers: Numbers = { in_place: 0, other_place: 0, missing: 0, not_recorded: 0, unknown_code: 0 }

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
