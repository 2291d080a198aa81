import type { Person } from '@lims/contract/people.ts'
import type { Role } from '@lims/contract/permissions.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db, Transaction } from '../db/database.ts'
import { dataPipeline } from './data-pipeline.ts'

type Access = Config['access']

const selectPeople = (db: Db, now: Date) =>
  db
    .selectFrom('person')
    .leftJoin('person as owner', 'owner.id', 'person.owner_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('session')
          .select('person_id')
          .select((count) => count.fn.countAll<string>().as('sessions'))
          .where('ended_at', 'is', null)
          .where('expires_at', '>', now)
          .groupBy('person_id')
          .as('open'),
      (join) => join.onRef('open.person_id', '=', 'person.id'),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('api_token')
          .select('person_id')
          .select((count) => count.fn.countAll<string>().as('tokens'))
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', now)
          .groupBy('person_id')
          .as('valid'),
      (join) => join.onRef('valid.person_id', '=', 'person.id'),
    )
    .select(['person.id', 'person.name', 'person.email', 'person.role', 'person.role_from'])
    .select(['person.role_group', 'person.deactivated_at', 'person.last_signed_in_at', 'person.owner_id'])
    .select(['owner.name as owner_name', 'open.sessions', 'valid.tokens'])
    .where('person.id', '<>', dataPipeline.id)

type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['execute']>>[number]

/** Returns everybody who ever signed in, and all service accounts, by name. */
export async function listPeople(db: Db, access: Access, now: Date): Promise<Person[]> {
  const rows = await selectPeople(db, now).orderBy('person.name').orderBy('person.id').execute()
  const forOthers = await listTokensForOthers(db, now)
  return rows.map((row) => asPerson(row, forOthers, access))
}

/** Returns the name and address of a person who is known. */
export function getNameAndEmail(db: Db, id: string) {
  return db
    .selectFrom('person')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function findPerson(
  db: Db,
  id: string,
  { access, now }: { access: Access; now: Date },
): Promise<Person | undefined> {
  const row = await selectPeople(db, now).where('person.id', '=', id).executeTakeFirst()
  return row && asPerson(row, await listTokensForOthers(db, now), access)
}

type TokensForOthers = { creatorId: string } & Person['tokensForOthers'][number]

/**
 * Counts, by creator and service account, the valid API tokens that a person or one of their service accounts created
 * for service accounts of others, and the tokens created with those: what `revokeTokensForOthers` revokes.
 */
async function listTokensForOthers(db: Db, now: Date): Promise<TokensForOthers[]> {
  const { rows } = await sql<TokensForOthers>`
    with recursive made as (
      select token.id, account.id as creator_id
      from api_token token
      join person creator on creator.id = token.created_by
      join person account on account.id in (creator.id, creator.owner_id)
      join person holder on holder.id = token.person_id
      where token.expires_at > ${now}::timestamptz
        and holder.id <> account.id and holder.owner_id is distinct from account.id
      union
      select token.id, made.creator_id from api_token token join made on token.created_with = made.id
      where token.expires_at > ${now}::timestamptz
    )
    select made.creator_id as "creatorId", holder.id, holder.name, count(*)::int as tokens
    from made
    join api_token token on token.id = made.id and token.revoked_at is null
    join person holder on holder.id = token.person_id
    where holder.id <> made.creator_id and holder.owner_id <> made.creator_id
    group by made.creator_id, holder.id
    order by holder.name, holder.id
  `.execute(db)
  return rows
}

function asPerson(row: PersonRow, forOthers: readonly TokensForOthers[], access: Access): Person {
  const isService = row.owner_id !== null
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    ...roleOf(row, access),
    group: row.role_group,
    owner: isService ? { id: row.owner_id ?? '', name: row.owner_name ?? '' } : null,
    lastSignedInAt: isService ? null : row.last_signed_in_at.toISOString(),
    deactivatedAt: row.deactivated_at?.toISOString() ?? null,
    openSessions: Number(row.sessions ?? 0),
    tokens: Number(row.tokens ?? 0),
    tokensForOthers: forOthers
      .filter(({ creatorId }) => creatorId === row.id)
      .map(({ id, name, tokens }) => ({ id, name, tokens })),
  }
}

function roleOf(
  { email, role, role_from, owner_id }: PersonRow,
  { adminEmails, defaultRole }: Access,
): Pick<Person, 'role' | 'roleFrom'> {
  if (owner_id !== null) return { role: null, roleFrom: 'default' }
  if (adminEmails.includes(email)) return { role: 'administrator', roleFrom: 'setting' }
  return role ? { role, roleFrom: role_from } : { role: defaultRole, roleFrom: 'default' }
}

/**
 * Locks a person. Weaker than `for update`, so that an audit event of this person is not held up: two administrators
 * who change each other would otherwise deadlock.
 */
export function findAndLockPerson(trx: Transaction, id: string) {
  return trx
    .selectFrom('person')
    .select(['id', 'name', 'email', 'role', 'role_from', 'role_group', 'deactivated_at', 'owner_id'])
    .where('id', '=', id)
    .where('id', '<>', dataPipeline.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Returns the name of the person who gave somebody the role that they have; undefined if it is the default one, or came
 * with a sign-in.
 */
export async function findRoleGiver(db: Db, personId: string, role: Role): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select giver.name
    from (
      select person_id, after from audit_event
      where entity_type = 'person' and entity_id = ${personId} and action = 'person.set-role'
      order by id desc limit 1
    ) last
    join person giver on giver.id = last.person_id
    where giver.id <> ${personId} and last.after ->> 'role' = ${role}
  `.execute(db)
  return rows[0]?.name
}

/** Whether somebody else who is not deactivated has signed in with the e-mail address of a person after them. */
export async function hasSuccessor(trx: Transaction, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from person former
    join person other on other.email = former.email and other.last_signed_in_at > former.last_signed_in_at
    where former.id = ${personId} and former.email <> '' and other.owner_id is null and other.deactivated_at is null
    limit 1
  `.execute(trx)
  return rows.length > 0
}

/** Turns on roles. Returns false if they are on already; waits for another transaction that does the same. */
export async function insertRolesState(trx: Transaction, personId: string, at: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('roles_state')
    .values({ id: 1, turned_on_at: at, turned_on_by: personId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Returns when roles were turned on; null if they are off, or on by the setting ADMIN_EMAILS. */
export async function findRolesOnSince(db: Db): Promise<Date | null> {
  const state = await db.selectFrom('roles_state').select('turned_on_at').executeTakeFirst()
  return state?.turned_on_at ?? null
}

export async function setDeactivatedAt(trx: Transaction, id: string, at: Date | null): Promise<void> {
  await trx.updateTable('person').set({ deactivated_at: at }).where('id', '=', id).execute()
}

/** Ends the open sessions of a person. Returns how many there were. */
export async function endSessionsOf(trx: Transaction, personId: string, at: Date): Promise<number> {
  const ended = await trx
    .updateTable('session')
    .set({ ended_at: at })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/**
 * Saves a service account. Returns the id of its owner: the person who creates it, or the owner of the service account
 * that does.
 */
export async function insertServiceAccount(
  trx: Transaction,
  { id, name, createdBy }: { id: string; name: string; createdBy: string },
  at: Date,
): Promise<string> {
  const { rows } = await sql<{ ownerId: string }>`
    insert into person (id, name, first_signed_in_at, last_signed_in_at, owner_id)
    select ${id}::text, ${name}::text, ${at}::timestamptz, ${at}::timestamptz, coalesce(owner_id, id)
    from person where id = ${createdBy}
    returning owner_id as "ownerId"
  `.execute(trx)
  return rows[0]?.ownerId ?? createdBy
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
