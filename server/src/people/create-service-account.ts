import { randomUUID } from 'node:crypto'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import { insertServiceAccount } from './people-queries.ts'
import { assertRolesOn } from './person-rules.ts'

/**
 * Creates a service account, a person without a sign-in, owned by the caller or, if that is a service account, by its
 * owner. Returns its id. Throws `roles-off`.
 */
export async function createServiceAccount(
  trx: Transaction,
  name: string,
  actor: SignedInActor,
): Promise<string> {
  assertRolesOn(actor)
  const id = `service:${randomUUID()}`
  const ownerId = await insertServiceAccount(trx, { id, name, createdBy: actor.userId }, actor.at)
  await saveAuditEvent(
    trx,
    { action: 'person.create-service', entityId: id, after: { name, ownerId } },
    actor,
  )
  return id
}
