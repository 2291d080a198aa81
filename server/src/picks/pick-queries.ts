import type { Custody } from '@lims/contract/custody.ts'
import type { PickItemState, PickList, PickListsQuery } from '@lims/contract/picks.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { DomainError } from '../errors/domain-error.ts'
import { dataPipeline } from '../people/data-pipeline.ts'
import { isToPutAway } from '../samples/custody-queries.ts'
import type { BoxPath } from '../storage/walk-order.ts'
import type { Reservability } from './reservability.ts'

type ListRow = {
  id: string
  name: string
  purpose: string
  person_id: string
  person_name: string
  created_at: Date
  created_by_name: string
  expected_return_at: Date | null
  thawed: boolean
  closed_at: Date | null
  closed_by_name: string | null
  is_mine: boolean
  wanted: number
  picked: number
  not_found: number
  released: number
  left_out: number
}

/** The lists of the person first, then the newest. */
const inOrder = sql`order by list.is_mine desc, coalesce(list.closed_at, list.created_at) desc, list.id`

/** `limit` is applied before the tubes of the lists are counted. */
const selectLists = (
  userId: string,
  condition: RawBuilder<unknown>,
  limit: RawBuilder<unknown> = sql``,
) => sql<ListRow>`
  with list as (
    select * from (
      select *, (person_id = ${userId} or created_by = ${userId}) as is_mine from pick_list list where ${condition}
    ) list ${inOrder} ${limit}
  )
  select list.id, list.name, list.purpose, list.person_id, holder.name as person_name, list.created_at,
    creator.name as created_by_name, list.expected_return_at, list.thawed, list.closed_at,
    closer.name as closed_by_name, counted.*, list.is_mine
  from list
  join person holder on holder.id = list.person_id
  join person creator on creator.id = list.created_by
  left join person closer on closer.id = list.closed_by
  cross join lateral (
    select count(*) filter (where state = 'wanted')::int as wanted,
      count(*) filter (where state = 'picked')::int as picked,
      count(*) filter (where state = 'not-found')::int as not_found,
      count(*) filter (where state = 'released')::int as released,
      count(*) filter (where state = 'left-out')::int as left_out
    from pick_list_item where pick_list_id = list.id
  ) counted
  ${inOrder}`

const asPickList = (row: ListRow): PickList => ({
  id: row.id,
  name: row.name,
  purpose: row.purpose,
  personId: row.person_id,
  personName: row.person_name,
  createdAt: row.created_at.toISOString(),
  createdByName: row.created_by_name,
  expectedReturnAt: row.expected_return_at?.toISOString() ?? null,
  thawed: row.thawed,
  closedAt: row.closed_at?.toISOString() ?? null,
  closedByName: row.closed_by_name,
  isMine: row.is_mine,
  counts: {
    wanted: row.wanted,
    picked: row.picked,
    'not-found': row.not_found,
    released: row.released,
    'left-out': row.left_out,
  },
})

const isOpen = { open: sql`list.closed_at is null`, closed: sql`list.closed_at is not null` }

/** Lists a page of pick lists: those of the person first, then the newest. */
export async function listPickLists(
  db: Db,
  { state, pageNumber, pageSize }: PickListsQuery,
  userId: string,
): Promise<PickList[]> {
  const page = sql`limit ${pageSize} offset ${pageNumber * pageSize}`
  const { rows } = await selectLists(userId, isOpen[state], page).execute(db)
  return rows.map(asPickList)
}

export async function countPickLists(db: Db, state: PickListsQuery['state']): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from pick_list list where ${isOpen[state]}
  `.execute(db)
  return rows[0]?.total ?? 0
}

/** Returns a list as this person sees it. Throws `pick-list-not-found`. */
export async function getPickList(db: Db, id: string, userId: string): Promise<PickList> {
  const { rows } = await selectLists(userId, sql`list.id = ${id}::uuid`).execute(db)
  const [row] = rows
  if (!row) throw new DomainError('pick-list-not-found', 'Pick list not found')
  return asPickList(row)
}

/**
 * Locks a pick list before its samples: `share` for picks, which go on side by side, `update` to close it. Returns
 * its name. Throws `pick-list-not-found`, and `pick-list-closed` with who closed it.
 */
export async function lockOpenPickList(
  trx: Transaction,
  id: string,
  strength: 'share' | 'update',
): Promise<{ id: string; name: string }> {
  const lock = strength === 'share' ? sql`for share of list` : sql`for update of list`
  const { rows } = await sql<{ name: string; closed_by: string | null }>`
    select name, closed_by from pick_list list where id = ${id}::uuid ${lock}
  `.execute(trx)
  const [list] = rows
  if (!list) throw new DomainError('pick-list-not-found', 'Pick list not found')
  if (list.closed_by === null) return { id, name: list.name }
  const closer = trx.selectFrom('person').select('name').where('id', '=', list.closed_by)
  const { name } = await closer.executeTakeFirstOrThrow()
  throw new DomainError('pick-list-closed', `The pick list was closed by ${name}. Nothing was changed.`)
}

type NewPickList = {
  name: string
  purpose: string
  personId: string
  expectedReturnAt: Date | null
  thawed: boolean
}

export async function insertPickList(trx: Transaction, list: NewPickList, actor: Actor): Promise<string> {
  const { id } = await trx
    .insertInto('pick_list')
    .values({
      name: list.name,
      purpose: list.purpose,
      person_id: list.personId,
      created_at: actor.at,
      created_by: actor.userId,
      expected_return_at: list.expectedReturnAt,
      thawed: list.thawed,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type NewPickItem = {
  sampleId: string
  name: string
  tubeId: string
  state: 'wanted' | 'left-out'
  reason: string
}

export async function insertPickItems(
  trx: Transaction,
  pickListId: string,
  items: readonly NewPickItem[],
  actor: Actor,
): Promise<void> {
  const column = (of: (item: NewPickItem) => string) => items.map(of)
  await sql`
    insert into pick_list_item (pick_list_id, sample_id, sample_name, tube_id, state, reason, changed_at, changed_by)
    select ${pickListId}::uuid, item.*, ${actor.at}::timestamptz, ${actor.userId}::text
    from unnest(
      ${column(({ sampleId }) => sampleId)}::uuid[], ${column(({ name }) => name)}::text[],
      ${column(({ tubeId }) => tubeId)}::text[], ${column(({ state }) => state)}::text[],
      ${column(({ reason }) => reason)}::text[]
    ) item
  `.execute(trx)
}

/**
 * Releases the items that are still wanted after the custody events: their samples were deleted, or are not reserved.
 */
export async function releaseWantedItems(trx: Transaction, pickListId: string, actor: Actor): Promise<void> {
  await sql`
    update pick_list_item set state = 'released', reason = '', changed_at = ${actor.at}::timestamptz,
      changed_by = ${actor.userId}
    where pick_list_id = ${pickListId}::uuid and state = 'wanted'
  `.execute(trx)
}

export async function closePickListRow(trx: Transaction, id: string, actor: Actor): Promise<void> {
  await trx
    .updateTable('pick_list')
    .set({ closed_at: actor.at, closed_by: actor.userId })
    .where('id', '=', id)
    .execute()
}

export type PickItemRow = {
  sample_id: string
  sample_name: string
  tube_id: string
  state: PickItemState
  reason: string
  changed_at: Date
  changed_by_name: string
  /** As it is now; null if the sample was deleted. */
  custody: Custody | null
  custody_by_name: string | null
  /** It waited to be put away when it was reserved, and nobody has put it into its cell since. */
  is_to_put_away: boolean
  storage_id: number | null
  row_coordinate: number | null
  column_coordinate: number | null
}

/** Lists the items of a list with the custody and the place of their samples as they are now, in no order. */
export async function listPickItems(db: Db, pickListId: string, sampleId?: string): Promise<PickItemRow[]> {
  const one = sampleId === undefined ? sql`` : sql`and item.sample_id = ${sampleId}::uuid`
  const { rows } = await sql<PickItemRow>`
    select item.sample_id, item.sample_name, item.tube_id, item.state, item.reason, item.changed_at,
      changer.name as changed_by_name, sample.custody, custodian.name as custody_by_name,
      item.state = 'wanted' and ${isToPutAway} as is_to_put_away,
      placement.storage_id, placement.row_coordinate, placement.column_coordinate
    from pick_list_item item
    join person changer on changer.id = item.changed_by
    left join sample on sample.id = item.sample_id
    left join custody_event event on event.id = sample.custody_event_id
    left join person custodian on custodian.id = event.person_id
    left join placement on placement.sample_id = item.sample_id
    where item.pick_list_id = ${pickListId}::uuid ${one}
  `.execute(db)
  return rows
}

export type BoxWithPath = BoxPath & {
  numberRows: number
  numberColumns: number
  rowPrefix: string
  columnPrefix: string
}

/** Lists boxes with the storages around them, root first, at most 10 levels. */
export async function listBoxPaths(db: Db, storageIds: readonly number[]): Promise<BoxWithPath[]> {
  const { rows } = await sql<BoxWithPath>`
    with recursive up (box, id, row_coordinate, column_coordinate, parent_id, steps) as (
      select start.id, start.id, place.row_coordinate, place.column_coordinate, place.storage_id, 0
      from unnest(${[...storageIds]}::integer[]) start (id)
      left join placement place on place.child_storage_id = start.id
      union all
      select up.box, up.parent_id, place.row_coordinate, place.column_coordinate, place.storage_id, up.steps + 1
      from up left join placement place on place.child_storage_id = up.parent_id
      where up.parent_id is not null and up.steps < 10
    ), path as (
      select up.box, array_agg(up.id order by up.steps desc) as ids,
        array_agg(storage.alias order by up.steps desc) as path,
        jsonb_agg(case when up.row_coordinate is not null
          then jsonb_build_object('row', up.row_coordinate, 'column', up.column_coordinate) end
          order by up.steps desc) as cells
      from up join storage on storage.id = up.id group by up.box
    )
    select box.id as "storageId", path.ids, path.path, path.cells, box.number_rows as "numberRows",
      box.number_columns as "numberColumns", box.row_prefix as "rowPrefix", box.column_prefix as "columnPrefix"
    from path join storage box on box.id = path.box
  `.execute(db)
  return rows
}

/** Lists the occupied cells of boxes, counted from 0 row by row, by box. */
export async function listOccupiedCells(
  db: Db,
  storageIds: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; cells: number[] }>`
    select storage.id, array_agg((row_coordinate - 1) * number_columns + column_coordinate - 1 order by row_coordinate,
      column_coordinate) as cells
    from placement join storage on storage.id = placement.storage_id
    where storage_id = any(${[...storageIds]}::integer[]) and sample_id is not null
    group by storage.id
  `.execute(db)
  return new Map(rows.map(({ id, cells }) => [id, cells]))
}

export type ReservableSample = Reservability & { sampleId: string; name: string; tubeId: string }

/** Returns samples in the order of `ids`, without unknown ones, with all that may keep them from being reserved. */
export async function listReservability(db: Db, ids: readonly string[]): Promise<ReservableSample[]> {
  const { rows } = await sql<ReservableSample>`
    select sample.id as "sampleId", sample.name, sample.alias as "tubeId", sample.custody,
      custodian.name as "changedByName", sample.is_stored as "isStored",
      case when list.id is not null
        then jsonb_build_object('name', list.name, 'personName', holder.name) end as "wantedBy"
    from unnest(${ids.filter(isUuid)}::uuid[]) with ordinality chosen (id, place)
    join sample on sample.id = chosen.id
    left join custody_event event on event.id = sample.custody_event_id
    left join person custodian on custodian.id = event.person_id
    left join lateral (
      select pick_list_id from pick_list_item where sample_id = sample.id and state = 'wanted' offset 0
    ) item on true
    left join pick_list list on list.id = item.pick_list_id
    left join person holder on holder.id = list.person_id
    order by chosen.place
  `.execute(db)
  return rows
}

/** Returns the list that wants the sample, and for whom. */
export async function findWantedBy(db: Db, sampleId: string): Promise<Reservability['wantedBy']> {
  const [sample] = await listReservability(db, [sampleId])
  return sample?.wantedBy ?? null
}

/** Returns a change of custody: the list that caused it, and its kind. */
export async function findCustodyEvent(db: Db, id: number) {
  return db
    .selectFrom('custody_event')
    .select(['id', 'via', 'pick_list_id', 'from_custody', 'to_custody'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const selectActive = (db: Db) =>
  db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('deactivated_at', 'is', null)
    .where('id', '<>', dataPipeline.id)

/** Lists the people who can sign in, by name. Service accounts are left out. */
export function listActivePeople(db: Db): Promise<{ id: string; name: string }[]> {
  return selectActive(db)
    .where('owner_id', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(2000)
    .execute()
}

export async function isActivePerson(db: Db, id: string): Promise<boolean> {
  return (await selectActive(db).where('id', '=', id).executeTakeFirst()) !== undefined
}
