import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { updateAllRevokedAt } from './token-queries.ts'

/** Revokes every API token, with an audit event each in the name of the person it belongs to. Returns how many. */
export async function revokeAllTokens(trx: Transaction, at: Date, reason: string): Promise<number> {
  const revoked = await updateAllRevokedAt(trx, at)
  const change = { before: { revokedAt: null }, after: { revokedAt: at.toISOString() } }
  for (const { id, personId: userId } of revoked) {
    const event = { action: 'token.revoke', entityType: 'token', entityId: id, ...change } as const
    await saveAuditEvent(trx, event, { userId, at, reason })
  }
  return revoked.length
}
