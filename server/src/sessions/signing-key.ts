import { randomBytes } from 'node:crypto'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Db, Transaction } from '../db/database.ts'
import { endAllSessions } from './session-queries.ts'
import { getSigningKey, insertSigningKey, saveSigningKey } from './signing-key-queries.ts'

const bytes = 32

/** Returns the key of all tokens; the first server that starts on a database creates it. */
export async function loadSigningKey(db: Db, now: Date): Promise<Uint8Array> {
  await insertSigningKey(db, randomBytes(bytes), now)
  return getSigningKey(db)
}

/** Replaces the key and ends all sessions. Returns how many. Running servers keep the old key until they restart. */
export async function rotateSigningKey(trx: Transaction, actor: Actor): Promise<number> {
  await saveSigningKey(trx, randomBytes(bytes), actor.at)
  const endedSessions = await endAllSessions(trx, actor.at)
  await saveAuditEvent(
    trx,
    { action: 'database.rotate-key', entityId: 'lims', after: { endedSessions } },
    actor,
  )
  return endedSessions
}
