import { type Role, roles } from '@lims/contract/permissions.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { changeRole } from '../sessions/change-role.ts'
import { findRoleGiver } from './people-queries.ts'
import { assertNotBySetting, lockManagedPerson, type Managing } from './person-rules.ts'

/**
 * Gives a person a role. Throws what `lockManagedPerson` throws, `role-from-setting` and `last-administrator`, and
 * `version-stale` if the person has neither the expected role nor this one; `request-invalid` for a service account.
 */
export async function setRole(
  trx: Transaction,
  { personId, role, expectedRole }: { personId: string; role: Role; expectedRole?: Role | undefined },
  { actor, sessions, access }: Managing & { access: Config['access'] },
): Promise<void> {
  const person = await lockManagedPerson(trx, personId, { actor, sessions })
  if (person.owner_id !== null) {
    const text = `${person.name} is a service account: it may do what its tokens say.`
    throw new DomainError('request-invalid', text, 'personId')
  }
  assertNotBySetting(person, access)
  if (person.role === role && person.role_from === 'given') return
  const present = person.role ?? access.defaultRole
  if (expectedRole && ![expectedRole, role].includes(present)) {
    const giver = await findRoleGiver(trx, personId, present)
    const is = giver
      ? `${giver} has made ${person.name} ${roles[present].name}`
      : `${person.name} is ${roles[present].name} now`
    throw new DomainError('version-stale', `Not changed: ${is}.`)
  }
  await changeRole(
    trx,
    { ...person, roleFrom: person.role_from, group: person.role_group },
    { role, roleFrom: 'given', group: null },
    { actor, access },
  )
}
