import type { StockTake, StockTakeBox, StockTakeCounts, StockTakeState } from '@lims/contract/stock-takes.ts'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { DomainError } from '../errors/domain-error.ts'
import { saveBoxNames, selectNamedBoxes } from './box-name-queries.ts'
import { countOtherExpected } from './expected-queries.ts'

export type StockTakeRow = Selectable<Tables['stock_take']> & {
  starter_name: string
  closer_name: string | null
}

const stockTakeNotFound = () => new DomainError('stock-take-not-found', 'Stock-take not found')

const selectStockTakes = (db: Db) =>
  db
    .selectFrom('stock_take')
    .innerJoin('person as starter', 'starter.id', 'stock_take.started_by')
    .leftJoin('person as closer', 'closer.id', 'stock_take.closed_by')
    .selectAll('stock_take')
    .select(['starter.name as starter_name', 'closer.name as closer_name'])

/** Throws `stock-take-not-found`, also for a malformed id. */
export async function getStockTake(db: Db, id: string): Promise<StockTakeRow> {
  const row = isUuid(id)
    ? await selectStockTakes(db).where('stock_take.id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw stockTakeNotFound()
  return row
}

/**
 * Locks a stock-take until the transaction ends: 'share' for counting, which many do at once, 'update' for closing it.
 * Throws `stock-take-not-found`.
 */
export async function lockStockTake(
  trx: Transaction,
  id: string,
  mode: 'share' | 'update',
): Promise<StockTakeRow> {
  if (!isUuid(id)) throw stockTakeNotFound()
  const query = trx.selectFrom('stock_take').select('id').where('id', '=', id)
  await (mode === 'share' ? query.forShare() : query.forUpdate()).execute()
  return getStockTake(trx, id)
}

export async function insertStockTake(
  trx: Transaction,
  { storageId, storageName }: { storageId: number; storageName: string },
  actor: Actor,
): Promise<string> {
  const { id } = await trx
    .insertInto('stock_take')
    .values({
      storage_id: storageId,
      storage_name: storageName,
      started_at: actor.at,
      started_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the state; the boxes follow. Throws `stock-take-overlaps` if one of them is being counted elsewhere. */
export async function updateState(
  trx: Transaction,
  id: string,
  state: StockTakeState,
  actor: Actor,
): Promise<void> {
  if (state !== 'open') await saveBoxNames(trx, id)
  const closed =
    state === 'open' ? { closed_at: null, closed_by: null } : { closed_at: actor.at, closed_by: actor.userId }
  await trx
    .updateTable('stock_take')
    .set({ state, ...closed })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if ((error as { constraint?: string }).constraint !== 'stock_take_box_is_counted_once') throw error
      throw new DomainError(
        'stock-take-overlaps',
        'A box of this stock-take is being counted in another one. Finish or cancel that one first.',
      )
    })
}

type InsideBox = { id: number; alias: string; path: string }

/** Lists the boxes inside a storage, or the storage itself if it is a box, row by row. Reads at most `limit`. */
export async function listBoxesToCount(db: Db, storageId: number, limit: number): Promise<InsideBox[]> {
  const { rows } = await sql<InsideBox>`
    with recursive inside as (
      select id, type, alias, 0 as steps, '{}'::text[] as path, '{}'::integer[] as place
      from storage where id = ${storageId}
      union all
      select child.id, child.type, child.alias, inside.steps + 1,
        case when inside.steps = 0 then '{}' else inside.path || inside.alias end,
        inside.place || array[p.row_coordinate, p.column_coordinate]
      from inside
      join placement p on p.storage_id = inside.id and p.child_storage_id is not null
      join storage child on child.id = p.child_storage_id
      where inside.steps < 10
    )
    select id, alias, array_to_string(path, ' › ') as path from inside where type = 'BOX'
    order by place limit ${limit}
  `.execute(db)
  return rows
}

/**
 * Adds the boxes that no other open stock-take covers. Returns how many those are: a box that another transaction is
 * about to cover is waited for.
 */
export async function insertBoxes(
  trx: Transaction,
  id: string,
  boxes: readonly InsideBox[],
): Promise<number> {
  const { rows } = await sql`
    insert into stock_take_box (stock_take_id, storage_id, place, alias, path)
    select ${id}::uuid, box.* from (
      select * from unnest(
        ${boxes.map((box) => box.id)}::integer[], ${boxes.map((_, index) => index + 1)}::integer[],
        ${boxes.map(({ alias }) => alias)}::text[], ${boxes.map(({ path }) => path)}::text[]
      ) given (storage_id, place, alias, path)
      -- In one order in all transactions, or two of them would wait for each other.
      order by storage_id
    ) box
    on conflict (storage_id) where is_open do nothing
    returning storage_id
  `.execute(trx)
  return rows.length
}

type Overlap = { boxAlias: string; storageName: string; startedBy: string }

/** Finds a box of these that an open stock-take, other than `notId`, covers. */
export async function findOverlap(
  db: Db,
  storageIds: readonly number[],
  notId: string,
): Promise<Overlap | undefined> {
  const { rows } = await sql<Overlap>`
    select box.alias as "boxAlias", stock_take.storage_name as "storageName", person.name as "startedBy"
    from stock_take_box box
    join stock_take on stock_take.id = box.stock_take_id
    join person on person.id = stock_take.started_by
    where box.is_open and box.storage_id = any(${[...storageIds]}::integer[]) and stock_take.id <> ${notId}
    order by box.storage_id limit 1
  `.execute(db)
  return rows[0]
}

export async function listBoxIds(db: Db, id: string): Promise<number[]> {
  const rows = await db
    .selectFrom('stock_take_box')
    .select('storage_id')
    .where('stock_take_id', '=', id)
    .execute()
  return rows.map(({ storage_id }) => storage_id)
}

export type StockTakeBoxRow = Selectable<Tables['stock_take_box']>

/** Locks a box of a stock-take until the transaction ends: its scans are judged one after the other. */
export function findAndLockBox(
  trx: Transaction,
  id: string,
  storageId: number,
): Promise<StockTakeBoxRow | undefined> {
  return trx
    .selectFrom('stock_take_box')
    .selectAll()
    .where('stock_take_id', '=', id)
    .where('storage_id', '=', storageId)
    .forUpdate()
    .executeTakeFirst()
}

/** Records that somebody has counted in a box. A box that was marked as empty is not. */
export async function markCounted(
  trx: Transaction,
  { stock_take_id, storage_id, begun_at }: StockTakeBoxRow,
  scannedAt: Date,
  actor: Actor,
): Promise<void> {
  const begunAt = begun_at && begun_at < scannedAt ? begun_at : scannedAt
  await trx
    .updateTable('stock_take_box')
    .set({ begun_at: begunAt, counted_at: actor.at, counted_by: actor.userId, is_empty: false })
    .where('stock_take_id', '=', stock_take_id)
    .where('storage_id', '=', storage_id)
    .execute()
}

/** Marks a box as finished by the actor. `expected` is the number of tubes that should be in it. */
export async function markFinished(
  trx: Transaction,
  { stock_take_id, storage_id, begun_at }: StockTakeBoxRow,
  { expected, isEmpty }: { expected: number; isEmpty: boolean },
  actor: Actor,
): Promise<void> {
  await trx
    .updateTable('stock_take_box')
    .set({
      begun_at: begun_at ?? actor.at,
      counted_at: actor.at,
      counted_by: actor.userId,
      finished_at: actor.at,
      finished_by: actor.userId,
      is_empty: isEmpty,
      expected,
    })
    .where('stock_take_id', '=', stock_take_id)
    .where('storage_id', '=', storage_id)
    .execute()
}

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
  /** Of `countOtherExpected`. */
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

type ListQuery = { state?: StockTakeState | undefined; pageNumber: number; pageSize: number }

/** Lists stock-takes: the open ones first, then the newest. */
export function listStockTakes(db: Db, { state, pageNumber, pageSize }: ListQuery): Promise<StockTakeRow[]> {
  return selectStockTakes(db)
    .$if(state !== undefined, (query) => query.where('stock_take.state', '=', state as StockTakeState))
    .orderBy(sql`stock_take.state <> 'open'`)
    .orderBy('stock_take.number', 'desc')
    .limit(pageSize)
    .offset(pageNumber * pageSize)
    .execute()
}

export async function countStockTakes(db: Db, state: StockTakeState | undefined): Promise<number> {
  const { total } = await db
    .selectFrom('stock_take')
    .$if(state !== undefined, (query) => query.where('state', '=', state as StockTakeState))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
