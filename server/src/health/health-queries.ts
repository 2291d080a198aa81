import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { errorCode } from '../errors/error-code.ts'
import { undefinedTable } from '../errors/sql-states.ts'

/**
 * Rejects if the database does not reply to a statement. Throws `database-unavailable` if it does not hold our tables:
 * somebody may have created it anew under its name. Nobody locks this table, also not a restore.
 */
export async function pingDatabase(db: Db): Promise<void> {
  try {
    await sql`select from kysely_migration limit 1`.execute(db)
  } catch (error) {
    if (errorCode(error) !== undefinedTable) throw error
    throw new DomainError('database-unavailable', 'The database does not hold the tables of LIMS.')
  }
}
