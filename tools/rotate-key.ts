import { formatCount } from '@lims/contract/format-count.ts'
import { readConfig } from '../server/src/config.ts'
import { inTransaction } from '../server/src/db/in-transaction.ts'
import { lastMigration, migrate } from '../server/src/db/migrate.ts'
import { joinDatabase, type OpenDatabase } from '../server/src/db/open-database.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { rotateSigningKey } from '../server/src/sessions/signing-key.ts'
import { findSigningKey } from '../server/src/sessions/signing-key-queries.ts'
import { operator } from './operator.ts'
import { readArguments } from './read-arguments.ts'
import { runMain } from './run-main.ts'

async function rotateKey() {
  readArguments({ usage: 'npm run rotate-key' })
  const database = await joinDatabase(readConfig(process.env), console.log)
  const ended = await rotate(database).finally(database.close)
  console.log(
    `The signing key was replaced and ${formatCount(ended, 'session')} ended in the ${database.description}. Restart every server now.`,
  )
}

/** Throws a StartError for a database without a key: in the wrong one, the key that must go would stay in force. */
async function rotate({ db, description }: OpenDatabase): Promise<number> {
  const isUsed = (await lastMigration(db)) !== undefined && (await findSigningKey(db)) !== undefined
  if (!isUsed) {
    throw new StartError(
      `Nothing replaced: no server has used the ${description}. Are these the settings of the server?`,
    )
  }
  await migrate(db)
  return inTransaction(db, (trx) => rotateSigningKey(trx, operator(new Date())))
}

runMain(rotateKey)
