import type { Person } from '@lims/contract/people.ts'
import type { Config } from '../config.ts'
import type { Db, Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import { findAndLockPerson, findPerson } from './people-queries.ts'

type LockedPerson = NonNullable<Awaited<ReturnType<typeof findAndLockPerson>>>

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
