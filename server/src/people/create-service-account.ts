import { randomUUID } from 'node:crypto'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertServiceAccount } from './people-queries.ts'
import { assertRolesOn, assertStillManages, type Managing } from './person-rules.ts'

/**
 * Creates a service account, a person without a sign-in, owned by the caller or, if that is a service account, by its
 * owner. Returns its id. Throws `roles-off`, and `not-signed-in` or `permission-denied` if the caller may not any more.
 */
export async function createServiceAccount(
  trx: Transaction,
  name: string,
  { actor, sessions }: Managing,
): Promise<string> {
  assertRolesOn(actor)
  await assertStillManages(trx, { actor, sessions })
  const id = `service:${randomUUID()}`
  const ownerId = await insertServiceAccount(trx, { id, name, createdBy: actor.userId }, actor.at)
  await saveAuditEvent(
    trx,
    { action: 'person.create-service', entityId: id, after: { name, ownerId } },
    actor,
  )
  return id
}
