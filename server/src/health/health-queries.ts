import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Rejects if the database does not reply to a statement, or does not hold our tables: somebody may have created it anew
 * under its name. Nobody locks this table, also not a restore.
 */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select from kysely_migration limit 1`.execute(db)
}
