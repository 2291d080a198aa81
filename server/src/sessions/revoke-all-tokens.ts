import { type AuditEvent, saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { updateAllRevokedAt } from './token-queries.ts'

/** Revokes every API token that has not expired, with an audit event each in the name of the person it belongs to. */
export async function revokeAllTokens(trx: Transaction, at: Date, reason: string): Promise<void> {
  const revoked = await updateAllRevokedAt(trx, at)
  const change = { before: { revokedAt: null }, after: { revokedAt: at.toISOString() } }
  for (const [userId, tokens] of Map.groupBy(revoked, ({ personId }) => personId)) {
    const events = tokens.map(
      ({ id }): AuditEvent => ({ action: 'token.revoke', entityType: 'token', entityId: id, ...change }),
    )
    await saveAuditEvents(trx, events, { userId, at, reason })
  }
}
