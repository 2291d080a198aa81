import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import { findAndLockToken, updateRevokedAt } from './token-queries.ts'

/**
 * Revokes a token for good; a second time changes nothing. Throws `token-not-found`, also for a token of somebody else
 * without `people.manage`.
 */
export async function revokeToken(trx: Transaction, id: string, actor: SignedInActor): Promise<void> {
  const token = await findAndLockToken(trx, id)
  const isOwn = token?.personId === actor.userId || token?.ownerId === actor.userId
  if (!token || !(isOwn || actor.access.permissions.has('people.manage'))) {
    throw new DomainError('token-not-found', 'No token has this ID.')
  }
  if (token.revokedAt) return
  await updateRevokedAt(trx, id, actor.at)
  const change = { before: { revokedAt: null }, after: { revokedAt: actor.at.toISOString() } }
  await saveAuditEvent(trx, { action: 'token.revoke', entityId: id, ...change }, actor)
}
