import { Role } from '@lims/contract/permissions.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { type GivenRole, isLastAdministrator, updateRole } from './person-queries.ts'

/** Returns the strongest role of the groups, by the order of `Role`, with its group; undefined if none has a role. */
function strongestRole(
  roleOfGroup: ReadonlyMap<string, Role>,
  groups: readonly string[],
): { role: Role; group: string } | undefined {
  let strongest: { role: Role; group: string } | undefined
  for (const group of groups) {
    const role = roleOfGroup.get(group)
    if (role && (!strongest || rank(role) > rank(strongest.role))) strongest = { role, group }
  }
  return strongest
}

const rank = (role: Role) => Role.options.indexOf(role)

/**
 * Gives a person the role of their groups at a sign-in. Without such a group, a role of the provider falls away, and
 * one that was given on the People page stays. The last administrator keeps their role.
 */
export async function assignProviderRole(
  trx: Transaction,
  person: GivenRole & { id: string },
  { groups, access, at }: { groups: readonly string[]; access: Config['access']; at: Date },
): Promise<void> {
  const next = roleAfter(person, strongestRole(access.roleOfGroup, groups))
  const before = contentOf(person)
  const after = contentOf(next)
  if (before.role === after.role && before.roleFrom === after.roleFrom && before.group === after.group) return
  const isRemoved = before.role === 'administrator' && after.role !== 'administrator'
  if (isRemoved && (await isLastAdministrator(trx, person.id, access))) return
  await updateRole(trx, person.id, next, access)
  await saveAuditEvent(
    trx,
    { action: 'person.set-role', entityId: person.id, before, after },
    { userId: person.id, at, reason: 'groups of the identity provider at sign-in' },
  )
}

function roleAfter(person: GivenRole, mapped: { role: Role; group: string } | undefined): GivenRole {
  if (mapped) return { ...mapped, roleFrom: 'provider' }
  return person.roleFrom === 'provider' ? { role: null, roleFrom: 'default', group: null } : person
}

const contentOf = ({ role, roleFrom, group }: GivenRole) => ({ role, roleFrom, group })
