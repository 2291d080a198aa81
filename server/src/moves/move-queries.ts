import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { lastHolderOf } from './tree-queries.ts'

export type MoveRow = Selectable<Tables['box_move']>
export type StepRow = Selectable<Tables['box_move_step']>
type NamedMove = MoveRow & { started_by_name: string; ended_by_name: string | null }
type StepCounts = { boxes: number; moved: number; picked_up: number; unfit: number }
export type ListedMove = NamedMove & StepCounts

const selectMoves = (db: Db) =>
  db
    .selectFrom('box_move')
    .innerJoin('person as starter', 'starter.id', 'box_move.started_by')
    .leftJoin('person as ender', 'ender.id', 'box_move.ended_by')
    .selectAll('box_move')
    .select(['starter.name as started_by_name', 'ender.name as ended_by_name'])

const withId = (db: Db, id: string) => selectMoves(db).where('box_move.id', '=', id)

export const findMove = (db: Db, id: string): Promise<NamedMove | undefined> =>
  withId(db, id).executeTakeFirst()

/** Throws `move-not-found`. */
export const getMove = (db: Db, id: string): Promise<NamedMove> =>
  withId(db, id).executeTakeFirstOrThrow(moveNotFound)

/**
 * Locks a move, and with it the right to change any of its steps, until the transaction ends. Throws `move-not-found`.
 */
export const lockMove = (trx: Transaction, id: string): Promise<MoveRow> =>
  trx
    .selectFrom('box_move')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(moveNotFound)

/** Locks an open move. Throws `move-not-found` or `move-not-open`. */
export async function lockOpenMove(trx: Transaction, id: string): Promise<MoveRow> {
  const move = await lockMove(trx, id)
  if (move.state === 'open') return move
  throw new DomainError('move-not-open', `This move is ${move.state}: nothing more is moved by it.`)
}

const moveNotFound = () => new DomainError('move-not-found', 'Move not found')

/** Lets one transaction at a time save a plan, so that no two plan for the same cells. */
export async function lockPlanning(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('box moves'))`.execute(trx)
}

export async function listMoves(
  db: Db,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Promise<ListedMove[]> {
  return selectMoves(db)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('box_move_step')
          .whereRef('move_id', '=', 'box_move.id')
          .select([
            sql<number>`count(*)::int`.as('boxes'),
            sql<number>`(count(*) filter (where box_move_step.state in ('confirmed', 'elsewhere')))::int`.as(
              'moved',
            ),
            sql<number>`(count(*) filter (where picked_up_at is not null and confirmed_at is null
              and box_move_step.state in ('picked-up', 'unfit')))::int`.as('picked_up'),
            sql<number>`(count(*) filter (where box_move_step.state = 'unfit'))::int`.as('unfit'),
          ])
          .as('counts'),
      (join) => join.onTrue(),
    )
    .select(['counts.boxes', 'counts.moved', 'counts.picked_up', 'counts.unfit'])
    .orderBy(sql`(box_move.state = 'open') desc`)
    .orderBy('box_move.started_at', 'desc')
    .orderBy('box_move.id')
    .limit(pageSize)
    .offset(pageNumber * pageSize)
    .execute()
}

export async function countMoves(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('box_move')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function insertMove(
  trx: Transaction,
  move: Pick<
    Insertable<Tables['box_move']>,
    'name' | 'goal' | 'source_ids' | 'target_ids' | 'merges' | 'below_percent' | 'allows_unknown_temperature'
  >,
  actor: Actor,
): Promise<string> {
  const { id } = await trx
    .insertInto('box_move')
    .values({ ...move, started_at: actor.at, started_by: actor.userId, ended_at: null, ended_by: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts steps in one statement. Throws the database's error if another open move holds one of the boxes or cells. */
export async function insertSteps(trx: Transaction, steps: readonly StepRow[]): Promise<void> {
  await insertRows(trx, 'box_move_step', steps)
}

export const deleteSteps = (trx: Transaction, moveId: string, boxIds: readonly number[]) =>
  trx
    .deleteFrom('box_move_step')
    .where('move_id', '=', moveId)
    .where(sql<boolean>`box_id = any(${[...boxIds]}::integer[])`)
    .execute()

export type TubeStep = Selectable<Tables['box_move_tube']>

export async function insertTubeSteps(trx: Transaction, tubes: readonly TubeStep[]): Promise<void> {
  await insertRows(trx, 'box_move_tube', tubes)
}

/** Takes tubes off a merge that leaves them where they are. */
export const deleteTubeSteps = (
  trx: Transaction,
  { move_id, box_id }: Pick<StepRow, 'move_id' | 'box_id'>,
  sampleIds: readonly string[],
) =>
  trx
    .deleteFrom('box_move_tube')
    .where('move_id', '=', move_id)
    .where('box_id', '=', box_id)
    .where(sql<boolean>`sample_id = any(${[...sampleIds]}::uuid[])`)
    .execute()

/** Inserts rows that have the same members. Columns that a newer version has added get their defaults. */
async function insertRows(
  trx: Transaction,
  table: 'box_move_step' | 'box_move_tube',
  rows: readonly object[],
) {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
  `.execute(trx)
}

/** Lists the tubes of the merges of a move, of one box or of all. A tube that was deleted is left out. */
export const listTubes = (db: Db, moveId: string, boxId?: number): Promise<TubeStep[]> =>
  db
    .selectFrom('box_move_tube')
    .selectAll()
    .where('move_id', '=', moveId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('sample').whereRef('sample.id', '=', 'box_move_tube.sample_id')),
    )
    .$if(boxId !== undefined, (query) => query.where('box_id', '=', boxId ?? 0))
    .orderBy('box_id')
    .orderBy('from_row')
    .orderBy('from_column')
    .execute()

/** Returns the names of tubes by their ids. A tube that was deleted is left out. */
export async function listNamesOfTubes(db: Db, sampleIds: readonly string[]) {
  const named = await db
    .selectFrom('sample')
    .select(['id', 'name', 'alias'])
    .where(sql<boolean>`id = any(${[...sampleIds]}::uuid[])`)
    .execute()
  return new Map(named.map((tube) => [tube.id, tube]))
}

export const listSteps = (db: Db, moveId: string): Promise<StepRow[]> =>
  db.selectFrom('box_move_step').selectAll().where('move_id', '=', moveId).orderBy('place').execute()

export const updateStep = (
  trx: Transaction,
  { move_id, box_id }: Pick<StepRow, 'move_id' | 'box_id'>,
  columns: Updateable<Tables['box_move_step']>,
) =>
  trx
    .updateTable('box_move_step')
    .set(columns)
    .where('move_id', '=', move_id)
    .where('box_id', '=', box_id)
    .execute()

/** Ends a move: what has not been moved stays. */
export async function endMove(
  trx: Transaction,
  id: string,
  state: 'closed' | 'undone',
  actor: Actor,
): Promise<void> {
  await trx
    .updateTable('box_move_step')
    .set({ state: 'left' })
    .where('move_id', '=', id)
    .where(
      'state',
      'in',
      state === 'undone' ? ['planned', 'picked-up', 'unfit', 'confirmed'] : ['planned', 'picked-up', 'unfit'],
    )
    .execute()
  await trx
    .updateTable('box_move')
    .set({ state, ended_at: actor.at, ended_by: actor.userId })
    .where('id', '=', id)
    .execute()
}

/** Numbers an action, above all earlier ones. */
export async function nextActionNumber(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('box_move_action') as number`.execute(trx)
  return rows[0]?.number ?? 0
}

/** Returns the step with the last action of a person in a move. */
export const findLastAction = (trx: Transaction, moveId: string, personId: string) =>
  trx
    .selectFrom('box_move_step')
    .selectAll()
    .where('move_id', '=', moveId)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'confirmed'), eb('confirmed_by', '=', personId)]),
        eb.and([eb('state', 'in', ['picked-up', 'unfit']), eb('picked_up_by', '=', personId)]),
      ]),
    )
    .orderBy('action_number', 'desc')
    .limit(1)
    .executeTakeFirst()

export type PresentStep = {
  boxId: number
  isDeleted: boolean
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
      where move_id = ${moveId}::uuid and state in ('planned', 'picked-up') and to_storage_id is not null
      union
      select target_id, p.storage_id from around join placement p on p.child_storage_id = around.storage_id
    ), emptied as (
      select target_id from around
      where storage_id in (select unnest(source_ids) from box_move where state = 'open' and goal <> 'consolidate')
    ), step as (
      select box_move_step.*, coalesce(p.storage_id, ${lastHolderOf(sql`box_id`)}) as holder_id
      from box_move_step left join placement p on p.child_storage_id = box_id
      where move_id = ${moveId}::uuid and state in ('planned', 'picked-up', 'unfit')
    ), temperature as materialized (
      -- Once for each storage, however many boxes it holds.
      select id, coalesce(
        storage_temperature(id), case when type = 'BOX' then storage_temperature(${lastHolderOf(sql`storage.id`)}) end
      ) as celsius
      from storage where id in (select holder_id from step union select to_storage_id from step)
    )
    select step.box_id as "boxId", box.id is null as "isDeleted", box.type is distinct from 'BOX' as "isNoBox",
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
 * Lists the boxes inside storages, or chosen themselves: in which of them, and whether the box has come since: no open
 * step is about it, and if this move has moved it, it is back. A box stays where it is when its tubes were merged, and
 * one that was chosen itself is moved once: if it was moved by other means, it is new again once it is back in the
 * storage from which it was planned, and that in the freezer of the start.
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
          step.state in ('planned', 'picked-up', 'unfit')
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
