import type { SavedView, SaveViewBody } from '@lims/contract/views.ts'
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { spellSearch } from './view-search.ts'

// A server of an earlier version that still runs stores names as they are sent, such as subject_id.
const namesSubject = sql`view.search ~ '(^|&)(subject|site)(Id|_+[Ii]d)='`
const sortsBySubject = sql`view.search ~ '(^|&)sort=-?(subject|site)(&|$)'`
const mayNameSubject = sql`(${namesSubject} or view.search ~ '(^|&)query=')`

const selectViews = (db: Db, userId: string) =>
  db
    .selectFrom('saved_view as view')
    .innerJoin('person', 'person.id', 'view.owner_id')
    .select([
      'view.id',
      'view.name',
      'view.search',
      'view.columns',
      'view.is_shared as isShared',
      'person.name as ownerName',
      sql<boolean>`view.owner_id = ${userId}`.as('isOwn'),
    ])

type Caller = { userId: string; maySeeSubjects: boolean; isToken: boolean }

/** Nobody changes the views of somebody who is deactivated, or of a service account of theirs. */
const isOwnerActive = sql<boolean>`not exists (
  select from person responsible
  where responsible.id in (person.id, person.owner_id) and responsible.deactivated_at is not null)`

/**
 * Lists the views of a person and those that others who are not deactivated share: own ones first, each by name.
 * Without `maySeeSubjects`, views that filter or sort by a subject or a site are left out, and so are other people's
 * views that filter by a text, which may be one. For an API token, its owner's views count as other people's: somebody
 * else may hold it.
 */
export async function listViews(db: Db, { userId, maySeeSubjects, isToken }: Caller): Promise<SavedView[]> {
  const isShown = sql<boolean>`${maySeeSubjects} or not ${sortsBySubject} and (not ${mayNameSubject}
    or view.owner_id = ${userId} and not ${isToken} and not ${namesSubject})`
  const views = await selectViews(db, userId)
    .where(sql<boolean>`(view.owner_id = ${userId} or view.is_shared and ${isOwnerActive}) and (${isShown})`)
    .orderBy('isOwn', 'desc')
    .orderBy(sql`lower(view.name)`)
    .orderBy('view.id')
    .limit(1000)
    .execute()
  // A stored view may have the values as a script spelled them.
  return views.map((view) => ({ ...view, search: spellSearch(view.search) }))
}

/** Returns an own view, and locks it. */
export async function findAndLockOwnView(
  trx: Transaction,
  view: { id: string } | { name: string },
  userId: string,
): Promise<SavedView | undefined> {
  const condition =
    'id' in view ? sql<boolean>`view.id = ${view.id}` : sql<boolean>`lower(view.name) = lower(${view.name})`
  return selectViews(trx, userId)
    .where('view.owner_id', '=', userId)
    .where(condition)
    .forUpdate('view')
    .executeTakeFirst()
}

/** Returns an own view, or with `ofOthers` a shared one of anybody, and locks it. */
export async function findAndLockDeletableView(
  trx: Transaction,
  id: string,
  { userId, ofOthers }: { userId: string; ofOthers: boolean },
): Promise<(SavedView & { ownerId: string }) | undefined> {
  return selectViews(trx, userId)
    .select('view.owner_id as ownerId')
    .where('view.id', '=', id)
    .where(sql<boolean>`(view.owner_id = ${userId} or ${ofOthers} and view.is_shared)`)
    .forUpdate('view')
    .executeTakeFirst()
}

/** Keeps the person from saving another view until the transaction ends. */
export async function lockViewsOf(trx: Transaction, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('saved views'), hashtext(${userId}::text))`.execute(trx)
}

export async function countOwnViews(trx: Transaction, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('saved_view')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Inserts a view, or replaces the own one with the same name. Returns its id. `search` is in the
 * spelling of `spellSearch`, by which `listViews` and an erasure find what it names.
 */
export async function upsertView(
  trx: Transaction,
  { name, search, columns, isShared }: SaveViewBody,
  actor: Actor,
): Promise<string> {
  const content = { name, search, columns: columns ?? null, is_shared: isShared, saved_at: actor.at }
  const { id } = await trx
    .insertInto('saved_view')
    .values({ owner_id: actor.userId, ...content })
    .onConflict((conflict) => conflict.expression(sql`owner_id, lower(name)`).doUpdateSet(content))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const deleteViewRow = (trx: Transaction, id: string) =>
  trx.deleteFrom('saved_view').where('id', '=', id).execute()

type DeletedView = { name: string | null; search: string | null; ownerId: string; ownerName: string }

/**
 * Returns the owner, name and filters of a view that this person has deleted; null if an erasure has removed them, and
 * undefined if there is no such deletion.
 */
export async function findDeletedView(
  trx: Transaction,
  id: string,
  userId: string,
): Promise<DeletedView | undefined> {
  const { rows } = await sql<DeletedView>`
    select deleted.name, deleted.search, owner.id as "ownerId", owner.name as "ownerName"
    from (${lastDeletion(id, userId)}) deleted join person owner on owner.id = coalesce(deleted."ownerId", ${userId})
  `.execute(trx)
  return rows[0]
}

/**
 * Inserts a deleted view of its owner with its id, from the audit event of its deletion, with these filters. Returns
 * false if that is erased.
 */
export async function insertDeletedView(
  trx: Transaction,
  id: string,
  search: string,
  actor: Actor,
): Promise<boolean> {
  const { rows } = await sql`
    insert into saved_view (id, owner_id, name, search, columns, is_shared, saved_at)
    select ${id}::uuid, coalesce("ownerId", ${actor.userId}::text), name, ${search}::text, columns, "isShared", ${actor.at}::timestamptz
    from (${lastDeletion(id, actor.userId)}) deleted where name is not null
    returning id
  `.execute(trx)
  return rows.length > 0
}

/** The last event of a view, if it is that this person has deleted it. */
const lastDeletion = (id: string, userId: string) => sql`
  select kept.*
  from (
    select action, person_id, before from audit_event where entity_type = 'view' and entity_id = ${id}
    order by id desc limit 1
  ) last
  cross join jsonb_to_record(coalesce(last.before, '{}'))
    kept (name text, search text, columns text[], "isShared" boolean, "ownerId" text)
  where last.action = 'view.delete' and last.person_id = ${userId}
`
