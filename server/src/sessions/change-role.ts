import type { Role } from '@lims/contract/permissions.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { accessOf } from './access.ts'
import { areRolesOn, type GivenRole, getGivenRole, updateRole } from './person-queries.ts'
import { revokeTokensForOthers } from './revoke-tokens-queries.ts'

/**
 * Saves another role of a person, with its audit event. If they may not manage people any more, the API tokens end that
 * they have created for the service accounts of others: they may have kept them. Throws `last-administrator`.
 */
export async function changeRole(
  trx: Transaction,
  { id, email, role, roleFrom, group }: GivenRole & { id: string; email: string },
  next: GivenRole,
  { actor, access }: { actor: Actor; access: Config['access'] },
): Promise<void> {
  await updateRole(trx, id, next, access)
  const mayManage = await mayManageBy(trx, access)
  const isDemoted = mayManage({ email, role }) && !mayManage({ email, role: next.role })
  const revocations = isDemoted ? await revokeTokensForOthers(trx, id, actor.at) : []
  const before = { role, roleFrom, group }
  const after = { role: next.role, roleFrom: next.roleFrom, group: next.group }
  await saveAuditEvents(
    trx,
    [{ action: 'person.set-role', entityId: id, before, after }, ...revocations],
    actor,
  )
}

const bySetting: GivenRole = { role: 'administrator', roleFrom: 'setting', group: null }

/**
 * Saves an audit event if a person signs in with another e-mail address than before, of which ADMIN_EMAILS names one:
 * they become administrator, or have the role again that they were given. If they may not manage people any more, the
 * API tokens end that they created for the service accounts of others. Call it once their role is saved.
 */
export async function recordAddressChange(
  trx: Transaction,
  { id, email, formerEmail }: { id: string; email: string; formerEmail: string | undefined },
  { access, at }: { access: Config['access']; at: Date },
): Promise<void> {
  const isNamed = (address: string) => access.adminEmails.includes(address)
  if (formerEmail === undefined || isNamed(formerEmail) === isNamed(email)) return
  const given = await getGivenRole(trx, id)
  const mayManage = await mayManageBy(trx, access)
  const isDemoted = isNamed(formerEmail) && !mayManage({ email, role: given.role })
  const revocations = isDemoted ? await revokeTokensForOthers(trx, id, at) : []
  const roleAs = (address: string) => (isNamed(address) ? bySetting : given)
  const change = { before: roleAs(formerEmail), after: roleAs(email) }
  const actor = { userId: id, at, reason: 'e-mail address of the identity provider at sign-in' }
  await saveAuditEvents(trx, [{ action: 'person.set-role', entityId: id, ...change }, ...revocations], actor)
}

/** Returns a check whether a person with an e-mail address and a role may manage people. */
async function mayManageBy(trx: Transaction, access: Config['access']) {
  const rolesOn = await areRolesOn(trx)
  return (person: { email: string; role: Role | null }) =>
    accessOf(access, { ...person, areRolesOn: rolesOn }).permissions.has('people.manage')
}
