import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import { endSessionsOf } from './people-queries.ts'
import { assertRolesOn, lockPerson } from './person-rules.ts'

/** Ends all sessions of a person. Returns how many were open. Throws `roles-off` and `person-not-found`. */
export async function endSessions(trx: Transaction, personId: string, actor: SignedInActor): Promise<number> {
  assertRolesOn(actor)
  await lockPerson(trx, personId)
  const numSessions = await endSessionsOf(trx, personId, actor.at)
  if (numSessions === 0) return 0
  await saveAuditEvent(
    trx,
    {
      action: 'person.end-sessions',
      entityId: personId,
      before: { openSessions: numSessions },
      after: { openSessions: 0 },
    },
    actor,
  )
  return numSessions
}
