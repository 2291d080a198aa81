import { Role } from '@lims/contract/permissions.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { changeRole } from './change-role.ts'
import { type GivenRole, isLastAdministrator, lockAdministrators } from './person-queries.ts'

/** A list of groups, or one text that is a group or names several with spaces between; never an empty text. */
export type Groups = string | readonly string[]

/** Returns the strongest role of the groups, by the order of `Role`, with its group; undefined if none has a role. */
function strongestRole(
  roleOfGroup: ReadonlyMap<string, Role>,
  groups: Groups,
): { role: Role; group: string } | undefined {
  let strongest: { role: Role; group: string } | undefined
  for (const group of listGroups(roleOfGroup, groups)) {
    const role = roleOfGroup.get(group)
    if (role && (!strongest || rank(role) > rank(strongest.role))) strongest = { role, group }
  }
  return strongest
}

/** A text that is itself a group with a role is not split: 'Lab Leads' is not the group 'Leads'. */
function listGroups(roleOfGroup: ReadonlyMap<string, Role>, groups: Groups): readonly string[] {
  if (typeof groups !== 'string') return groups
  return roleOfGroup.has(groups) ? [groups] : groups.split(' ')
}

const rank = (role: Role) => Role.options.indexOf(role)

/**
 * Gives a person the role of their groups at a sign-in. Without such a group, a role of the provider falls away, and
 * one that was given on the People page stays. The last administrator keeps their role.
 */
export async function assignProviderRole(
  trx: Transaction,
  person: GivenRole & { id: string; email: string },
  { groups, access, at }: { groups: Groups; access: Config['access']; at: Date },
): Promise<void> {
  const next = roleAfter(person, strongestRole(access.roleOfGroup, groups))
  if (person.role === next.role && person.roleFrom === next.roleFrom && person.group === next.group) return
  const isRemoved = person.role === 'administrator' && next.role !== 'administrator'
  if (isRemoved) {
    await lockAdministrators(trx)
    if (await isLastAdministrator(trx, person.id, access)) return
  }
  const actor = { userId: person.id, at, reason: 'groups of the identity provider at sign-in' }
  await changeRole(trx, person, next, { actor, access })
}

function roleAfter(person: GivenRole, mapped: { role: Role; group: string } | undefined): GivenRole {
  if (mapped) return { ...mapped, roleFrom: 'provider' }
  return person.roleFrom === 'provider' ? { role: null, roleFrom: 'default', group: null } : person
}
