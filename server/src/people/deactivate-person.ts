import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { letLastAdministratorGo, refuseLastAdministrator } from '../sessions/person-queries.ts'
import { revokeTokensOf } from '../sessions/revoke-tokens-queries.ts'
import { endSessionsOf, hasSuccessor, setDeactivatedAt } from './people-queries.ts'
import { assertNotBySetting, lockManagedPerson, type Managing } from './person-rules.ts'

/**
 * Deactivates a person, ends their sessions and revokes their tokens and those that they have created for the service
 * accounts of others. Does nothing if they are deactivated already.
 * Throws what `lockManagedPerson` throws, `last-administrator`, and `role-from-setting` for an administrator by
 * ADMIN_EMAILS, unless somebody else has signed in with that address since.
 */
export async function deactivatePerson(
  trx: Transaction,
  personId: string,
  { actor, sessions, access }: Managing & { access: Config['access'] },
): Promise<void> {
  const person = await lockManagedPerson(trx, personId, { actor, sessions })
  if (!(await hasSuccessor(trx, personId))) assertNotBySetting(person, access)
  if (person.deactivated_at) return
  await letLastAdministratorGo(trx, access)
  await refuseLastAdministrator(setDeactivatedAt(trx, personId, actor.at))
  const endedSessions = await endSessionsOf(trx, personId, actor.at)
  const revocations = await revokeTokensOf(trx, personId, actor.at)
  const after = {
    deactivatedAt: actor.at.toISOString(),
    endedSessions,
    revokedTokens: revocations.length,
  }
  await saveAuditEvents(
    trx,
    [
      { action: 'person.deactivate', entityId: personId, before: { deactivatedAt: null }, after },
      ...revocations,
    ],
    actor,
  )
}
