import type { Actor } from '../audit/actor.ts'
import { type AuditEvent, saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { updateAllRevokedAt } from './known-token-queries.ts'

/** Revokes every API token that has not expired, with an audit event each. */
export async function revokeAllTokens(trx: Transaction, actor: Actor): Promise<void> {
  const ids = await updateAllRevokedAt(trx, actor.at)
  const change = { before: { revokedAt: null }, after: { revokedAt: actor.at.toISOString() } }
  const events = ids.map((id): AuditEvent => ({ action: 'token.revoke', entityId: id, ...change }))
  await saveAuditEvents(trx, events, actor)
}
