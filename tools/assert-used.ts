import { lastMigration } from '../server/src/db/migrate.ts'
import type { OpenDatabase } from '../server/src/db/open-database.ts'
import { StartError } from '../server/src/errors/start-error.ts'

/**
 * Throws a StartError for a database without our tables: without the settings of the service, a command opens another
 * one. `consequence` is what the command has not done, such as 'Nothing saved'.
 */
export async function assertUsed({ db, description }: OpenDatabase, consequence: string): Promise<void> {
  if ((await lastMigration(db)) === undefined) throw unusedError(description, consequence)
}

export const unusedError = (description: string, consequence: string) =>
  new StartError(
    `${consequence}: no server has used the ${description}. Are these the settings of the server?`,
  )
