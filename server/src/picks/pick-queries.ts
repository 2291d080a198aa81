import type { PickList, PickListsQuery } from '@lims/contract/picks.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'

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

const mineThenNewest = sql`order by list.is_mine desc, coalesce(list.closed_at, list.created_at) desc, list.id`

/** `limit` is applied before the tubes of the lists are counted. */
const selectLists = (
  userId: string,
  condition: RawBuilder<unknown>,
  limit: RawBuilder<unknown> = sql``,
) => sql<ListRow>`
  with list as (
    select * from (
      select *, (person_id = ${userId} or created_by = ${userId}) as is_mine from pick_list list where ${condition}
    ) list ${mineThenNewest} ${limit}
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
  ${mineThenNewest}`

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

const whereState = { open: sql`list.closed_at is null`, closed: sql`list.closed_at is not null` }

/** Lists a page of pick lists: those of the person first, then the newest. */
export async function listPickLists(
  db: Db,
  { state, pageNumber, pageSize }: PickListsQuery,
  userId: string,
): Promise<PickList[]> {
  const page = sql`limit ${pageSize} offset ${pageNumber * pageSize}`
  const { rows } = await selectLists(userId, whereState[state], page).execute(db)
  return rows.map(asPickList)
}

export async function countPickLists(db: Db, state: PickListsQuery['state']): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from pick_list list where ${whereState[state]}
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

export async function closePickListRow(trx: Transaction, id: string, actor: Actor): Promise<void> {
  await trx
    .updateTable('pick_list')
    .set({ closed_at: actor.at, closed_by: actor.userId })
    .where('id', '=', id)
    .execute()
}
