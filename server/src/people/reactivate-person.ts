import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { setDeactivatedAt } from './people-queries.ts'
import { lockManagedPerson, type Managing } from './person-rules.ts'

/** Lets a deactivated person sign in again; their tokens stay revoked. Throws what `lockManagedPerson` throws. */
export async function reactivatePerson(
  trx: Transaction,
  personId: string,
  { actor, sessions }: Managing,
): Promise<void> {
  const person = await lockManagedPerson(trx, personId, { actor, sessions })
  if (!person.deactivated_at) return
  await setDeactivatedAt(trx, personId, null)
  await saveAuditEvent(
    trx,
    {
      action: 'person.reactivate',
      entityId: personId,
      before: { deactivatedAt: person.deactivated_at.toISOString() },
      after: { deactivatedAt: null },
    },
    actor,
  )
}
