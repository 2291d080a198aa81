import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { readToken } from './read-token.ts'
import { endSession } from './session-queries.ts'

/** Revokes a token for good. Does nothing for one that is no longer valid, so that logging out always succeeds. */
export async function closeSession(
  trx: Transaction,
  token: string | undefined,
  { key, at }: { key: Uint8Array; at: Date },
): Promise<void> {
  const claims = await readToken(token, key, at)
  if (!claims || !(await endSession(trx, { id: claims.jti, personId: claims.sub }, at))) return
  await saveAuditEvent(trx, { action: 'session.close', entityId: claims.jti }, { userId: claims.sub, at })
}
