import type { Role } from '@lims/contract/permissions.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { changeRole } from '../sessions/change-role.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import { assertNotBySetting, assertRolesOn, lockPerson } from './person-rules.ts'

/** Gives a person a role. Throws `roles-off`, `person-not-found`, `role-from-setting` and `last-administrator`. */
export async function setRole(
  trx: Transaction,
  { personId, role }: { personId: string; role: Role },
  { actor, access }: { actor: SignedInActor; access: Config['access'] },
): Promise<void> {
  assertRolesOn(actor)
  const person = await lockPerson(trx, personId)
  if (person.owner_id !== null) {
    const text = `${person.name} is a service account: it may do what its tokens say.`
    throw new DomainError('request-invalid', text, 'personId')
  }
  assertNotBySetting(person, access)
  if (person.role === role && person.role_from === 'given') return
  await changeRole(
    trx,
    { ...person, roleFrom: person.role_from, group: person.role_group },
    { role, roleFrom: 'given', group: null },
    { actor, access },
  )
}
