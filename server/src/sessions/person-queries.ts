import type { Role } from '@lims/contract/permissions.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db, Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { errorCode } from '../errors/error-code.ts'

type Settings = Pick<Config['access'], 'adminEmails'>

export type GivenRole = {
  role: Role | null
  roleFrom: 'given' | 'setting' | 'provider' | 'default'
  group: string | null
}

const maxNamed = 3

/** Returns the names of up to three administrators who can sign in, to name them in a refusal. */
export async function listAdministrators(db: Db, { adminEmails }: Settings): Promise<string[]> {
  const people = await db
    .selectFrom('person')
    .select('name')
    .where((eb) =>
      eb.or([
        eb('role', '=', 'administrator'),
        sql<boolean>`email <> '' and email = any(${[...adminEmails]}::text[])`,
      ]),
    )
    .where('deactivated_at', 'is', null)
    .where('owner_id', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(maxNamed)
    .execute()
  return people.map(({ name }) => name)
}

/** Returns the names of people by their ids. */
export async function listPersonNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('person')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()
  return new Map(people.map(({ id, name }) => [id, name]))
}

/** Saves a role. Throws `last-administrator` if nobody would be administrator any more. */
export async function updateRole(
  trx: Transaction,
  id: string,
  { role, roleFrom, group }: GivenRole,
  settings: Settings,
): Promise<void> {
  await letLastAdministratorGo(trx, settings)
  await refuseLastAdministrator(
    trx
      .updateTable('person')
      .set({ role, role_from: roleFrom, role_group: group })
      .where('id', '=', id)
      .execute(),
  )
}

/** Returns the role that a person was given, or has by a group of the identity provider. */
export const getGivenRole = (db: Db, id: string): Promise<GivenRole> =>
  db
    .selectFrom('person')
    .select(['role', 'role_from as roleFrom', 'role_group as group'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Locks a person and returns the name and the e-mail address of their last sign-in; undefined before the first. */
export const lockNameAndEmail = (
  trx: Transaction,
  id: string,
): Promise<{ name: string; email: string } | undefined> =>
  trx.selectFrom('person').select(['name', 'email']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Whether roles were turned on by a person; ADMIN_EMAILS turns them on too. */
export async function areRolesOn(db: Db): Promise<boolean> {
  return (await db.selectFrom('roles_state').select('id').executeTakeFirst()) !== undefined
}

/** Makes others who change what people may do wait until the transaction ends. Locked after the row of a person. */
export async function lockAdministrators(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('administrators'))`.execute(trx)
}

/** Whether roles are on and nobody but this person is administrator. Call it after `lockAdministrators`. */
export async function isLastAdministrator(
  trx: Transaction,
  id: string,
  { adminEmails }: Settings,
): Promise<boolean> {
  if (adminEmails.length > 0) return false
  const { rows } = await sql<{ last: boolean }>`
    select exists (select from roles_state) and not exists (
      select from person
      where id <> ${id} and role = 'administrator' and deactivated_at is null and owner_id is null
    ) as last
  `.execute(trx)
  return rows[0]?.last === true
}

/** Tells the trigger `last_administrator_stays` to allow a change if ADMIN_EMAILS names administrators. */
export async function letLastAdministratorGo(trx: Transaction, { adminEmails }: Settings): Promise<void> {
  if (adminEmails.length === 0) return
  await sql`select set_config('lims.administrators_by_setting', 'yes', true)`.execute(trx)
}

/** Awaits a change of a person and translates the error of the trigger `last_administrator_stays`. */
export async function refuseLastAdministrator<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    if (errorCode(error) !== 'LIM11') throw error
    throw new DomainError(
      'last-administrator',
      'The last administrator cannot be removed. Make somebody else administrator first.',
    )
  }
}
