import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Returns those of the sessions that are open. */
export async function listOpenSessions(db: Db, ids: readonly string[], now: Date): Promise<Set<string>> {
  const sessions = await db
    .selectFrom('session')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return new Set(sessions.map(({ id }) => id))
}
