import { openStepStates } from '@lims/contract/moves.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'

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
    .where('state', 'in', state === 'undone' ? [...openStepStates, 'confirmed'] : openStepStates)
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

const actionsOf = (trx: Transaction, moveId: string, personId: string) =>
  trx
    .selectFrom('box_move_step')
    .where('move_id', '=', moveId)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'confirmed'), eb('confirmed_by', '=', personId)]),
        eb.and([eb('state', 'in', ['picked-up', 'unfit']), eb('picked_up_by', '=', personId)]),
      ]),
    )

/** Returns the step of a person's last action in a move; of several boxes in one action, the one taken out last. */
export const findLastAction = (trx: Transaction, moveId: string, personId: string) =>
  actionsOf(trx, moveId, personId)
    .selectAll()
    .orderBy('action_number', 'desc')
    .orderBy('picked_up_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns the number of the last action of a person in a move before a time; 0 without one. */
export async function findActionNumberBefore(
  trx: Transaction,
  { moveId, personId, at }: { moveId: string; personId: string; at: Date },
): Promise<number> {
  const last = await actionsOf(trx, moveId, personId)
    .select((eb) => eb.fn.max('action_number').as('number'))
    .where((eb) => eb(eb.fn.coalesce('confirmed_at', 'picked_up_at'), '<', at))
    .executeTakeFirst()
  return last?.number ?? 0
}
