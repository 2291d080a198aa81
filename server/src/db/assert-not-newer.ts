import { StartError } from '../errors/start-error.ts'
import type { Db } from './database.ts'
import { lastMigration, migrationNames } from './migrate.ts'

/** Throws a StartError if a newer version of this program has used the database: its schema is unknown here. */
export async function assertNotNewer(db: Db): Promise<void> {
  const last = await lastMigration(db)
  const newest = migrationNames().at(-1) ?? ''
  if (last === undefined || last <= newest) return
  throw new StartError(
    `A newer version of this program has used this database: it is at ${last}, and this version knows ${newest}. Start the newer version.`,
  )
}
