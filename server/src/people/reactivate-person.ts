import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import { setDeactivatedAt } from './people-queries.ts'
import { assertRolesOn, lockPerson } from './person-rules.ts'

/** Lets a deactivated person sign in again; their tokens stay revoked. Throws `roles-off` and `person-not-found`. */
export async function reactivatePerson(
  trx: Transaction,
  personId: string,
  actor: SignedInActor,
): Promise<void> {
  assertRolesOn(actor)
  const person = await lockPerson(trx, personId)
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
