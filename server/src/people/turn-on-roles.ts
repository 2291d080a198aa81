import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { updateRole } from '../sessions/person-queries.ts'
import { assertStillAllowed } from '../sessions/require-sign-in.ts'
import { insertRolesState } from './people-queries.ts'
import { lockPerson, type Managing } from './person-rules.ts'

/**
 * Turns on roles; the caller becomes the first administrator. Throws `roles-on-already`, and `not-signed-in` if their
 * sign-in has ended.
 */
export async function turnOnRoles(
  trx: Transaction,
  { actor, sessions }: Managing,
  settings: Config['access'],
): Promise<void> {
  if (settings.adminEmails.length > 0) {
    throw new DomainError('roles-on-already', 'Roles are on by the setting ADMIN_EMAILS.')
  }
  if (!(await insertRolesState(trx, actor.userId, actor.at))) {
    throw new DomainError('roles-on-already', 'Roles are on already.')
  }
  const { role, role_from: roleFrom } = await lockPerson(trx, actor.userId)
  await assertStillAllowed(trx, { actor, sessions })
  await updateRole(trx, actor.userId, { role: 'administrator', roleFrom: 'given', group: null }, settings)
  await saveAuditEvent(
    trx,
    {
      action: 'roles.turn-on',
      entityId: actor.userId,
      before: { rolesOn: false, role, roleFrom },
      after: { rolesOn: true, role: 'administrator', roleFrom: 'given' },
    },
    actor,
  )
}
