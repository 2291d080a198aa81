import { type AuditEvent, saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { KnownSessions } from '../sessions/known-sessions.ts'
import { assertStillAllowed, type SignedInActor } from '../sessions/require-sign-in.ts'
import { findAndLockToken, revokeWithThoseCreated } from './token-queries.ts'

/**
 * Revokes a token for good, with those that were created with it; a second time changes nothing. Throws
 * `token-not-found`, also for a token of somebody else without `people.manage`, and `not-signed-in` or
 * `permission-denied` if the caller has lost that permission since.
 */
export async function revokeToken(
  trx: Transaction,
  id: string,
  { actor, sessions }: { actor: SignedInActor; sessions: KnownSessions },
): Promise<void> {
  const token = await findAndLockToken(trx, id)
  const isOwn = token?.personId === actor.userId || token?.ownerId === actor.userId
  if (!token || !(isOwn || actor.access.permissions.has('people.manage'))) {
    throw new DomainError('token-not-found', 'No token has this ID.')
  }
  if (!isOwn) await assertStillAllowed(trx, { actor, sessions }, 'people.manage')
  const revoked = await revokeWithThoseCreated(trx, id, actor.at)
  const change = { before: { revokedAt: null }, after: { revokedAt: actor.at.toISOString() } }
  const events = revoked.map((one): AuditEvent => ({ action: 'token.revoke', entityId: one, ...change }))
  await saveAuditEvents(trx, events, actor)
}
