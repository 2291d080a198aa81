import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { endSessionsOf } from './people-queries.ts'
import { lockManagedPerson, type Managing } from './person-rules.ts'

/** Ends all sessions of a person. Returns how many were open. Throws what `lockManagedPerson` throws. */
export async function endSessions(
  trx: Transaction,
  personId: string,
  { actor, sessions }: Managing,
): Promise<number> {
  await lockManagedPerson(trx, personId, { actor, sessions })
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
