import type { Person } from '@lims/contract/people.ts'
import type { Config } from '../config.ts'
import type { Db, Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { KnownSessions } from '../sessions/known-sessions.ts'
import { lockAdministrators } from '../sessions/person-queries.ts'
import { assertStillAllowed, type SignedInActor } from '../sessions/require-sign-in.ts'
import { findAndLockPerson, findPerson } from './people-queries.ts'

type LockedPerson = NonNullable<Awaited<ReturnType<typeof findAndLockPerson>>>

/** A caller who manages people, as admitted when the request arrived, and what to look them up with again. */
export type Managing = { actor: SignedInActor; sessions: KnownSessions }

/** Throws `roles-off` while everybody may do everything. */
export function assertRolesOn({ access }: SignedInActor): void {
  if (access.rolesOn) return
  throw new DomainError('roles-off', 'Roles are off: everybody may do everything. Turn on roles first.')
}

const notFound = () => new DomainError('person-not-found', 'Nobody has this id.', 'personId')

/** Locks a person. Throws `person-not-found`. */
export async function lockPerson(trx: Transaction, id: string): Promise<LockedPerson> {
  const person = await findAndLockPerson(trx, id)
  if (!person) throw notFound()
  return person
}

/**
 * Locks a person whose access the caller changes. Throws `roles-off`, `person-not-found`, and `not-signed-in` or
 * `permission-denied` if the caller was deactivated or demoted while the request waited: a request that was admitted
 * before must not give anybody access.
 */
export async function lockManagedPerson(
  trx: Transaction,
  id: string,
  { actor, sessions }: Managing,
): Promise<LockedPerson> {
  assertRolesOn(actor)
  const person = await lockPerson(trx, id)
  await assertStillManages(trx, { actor, sessions })
  return person
}

/**
 * Makes others who manage people wait, then throws `not-signed-in` or `permission-denied` if the caller no longer may.
 */
export async function assertStillManages(trx: Transaction, managing: Managing): Promise<void> {
  await lockAdministrators(trx)
  await assertStillAllowed(trx, managing, 'people.manage')
}

/** Returns a person as the API shows them. Throws `person-not-found`. */
export async function getPerson(db: Db, id: string, at: { access: Config['access']; now: Date }) {
  const person: Person | undefined = await findPerson(db, id, at)
  if (!person) throw notFound()
  return person
}

/** Throws `role-from-setting` for somebody whom ADMIN_EMAILS makes administrator. */
export function assertNotBySetting({ name, email }: LockedPerson, { adminEmails }: Config['access']): void {
  if (!adminEmails.includes(email)) return
  throw new DomainError(
    'role-from-setting',
    `${name} is administrator by the setting ADMIN_EMAILS. Remove ${email} from it and restart the server first.`,
  )
}
