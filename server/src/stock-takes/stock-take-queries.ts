import type { StockTakeState } from '@lims/contract/stock-takes.ts'
import { pathSeparator } from '@lims/contract/storage-path.ts'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { DomainError } from '../errors/domain-error.ts'
import { saveBoxNames } from './box-name-queries.ts'

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
    select id, alias, array_to_string(path, ${pathSeparator}::text) as path from inside where type = 'BOX'
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
