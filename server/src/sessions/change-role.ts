import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { accessOf } from './access.ts'
import { areRolesOn, type GivenRole, updateRole } from './person-queries.ts'
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
  const known = { email, areRolesOn: await areRolesOn(trx) }
  const mayManage = (of: GivenRole) =>
    accessOf(access, { ...known, role: of.role }).permissions.has('people.manage')
  const isDemoted = mayManage({ role, roleFrom, group }) && !mayManage(next)
  const revocations = isDemoted ? await revokeTokensForOthers(trx, id, actor.at) : []
  const before = { role, roleFrom, group }
  const after = { role: next.role, roleFrom: next.roleFrom, group: next.group }
  await saveAuditEvents(
    trx,
    [{ action: 'person.set-role', entityId: id, before, after }, ...revocations],
    actor,
  )
}
