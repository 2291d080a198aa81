import type { Role } from '@lims/contract/permissions.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'

export type Person = { id: string; name: string; email: string; avatar: string | null }

export type SessionOwner = { id: string; personId: string; issuer: string }

type SessionPerson = { email: string; role: Role | null; startedAt: Date; areRolesOn: boolean }

/**
 * Returns the person of an open session, and when it began; undefined if it is closed, another person's, or the person
 * is deactivated.
 */
export async function findSessionPerson(
  db: Db,
  { id, personId, issuer }: SessionOwner,
  now: Date,
): Promise<SessionPerson | undefined> {
  if (!isUuid(id)) return undefined
  return db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['person.email', 'person.role', 'session.started_at as startedAt'])
    .select((eb) => eb.exists(eb.selectFrom('roles_state').select('id')).as('areRolesOn'))
    .$narrowType<{ areRolesOn: boolean }>()
    .where('session.id', '=', id)
    .where('person_id', '=', personId)
    .where('issuer', '=', issuer)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
}

/** Saves a person who signs in, and returns their role and whether they were deactivated. */
export async function savePerson(trx: Transaction, { id, ...details }: Person, at: Date) {
  const { role, role_from, role_group, deactivated_at } = await trx
    .insertInto('person')
    .values({ id, ...details, first_signed_in_at: at, last_signed_in_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...details, last_signed_in_at: at }))
    .returning(['role', 'role_from', 'role_group', 'deactivated_at'])
    .executeTakeFirstOrThrow()
  return {
    id,
    email: details.email,
    role,
    roleFrom: role_from,
    group: role_group,
    isDeactivated: deactivated_at !== null,
  }
}

/** Whether nobody has this id yet, and whoever signed in last with the e-mail address is deactivated. */
export async function isNewWithAddressOfDeactivated(
  trx: Transaction,
  { id, email }: Person,
): Promise<boolean> {
  if (email === '') return false
  const { rows } = await sql<{ isOfDeactivated: boolean }>`
    select deactivated_at is not null and not exists (select from person where id = ${id}) as "isOfDeactivated"
    from person where email = ${email} and owner_id is null
    order by last_signed_in_at desc limit 1
  `.execute(trx)
  return rows[0]?.isOfDeactivated === true
}

export function insertSession(
  trx: Transaction,
  session: SessionOwner & { startedAt: Date; expiresAt: Date },
) {
  return trx
    .insertInto('session')
    .values({
      id: session.id,
      person_id: session.personId,
      issuer: session.issuer,
      started_at: session.startedAt,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** Ends a session. Returns false if it was not open. */
export async function endSession(
  trx: Transaction,
  { id, personId }: Pick<SessionOwner, 'id' | 'personId'>,
  at: Date,
): Promise<boolean> {
  if (!isUuid(id)) return false
  const ended = await trx
    .updateTable('session')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends every open session of every person. Returns how many there were. */
export async function endAllSessions(trx: Transaction, at: Date): Promise<number> {
  const ended = await trx
    .updateTable('session')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
