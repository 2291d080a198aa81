import { formatCount } from '@lims/contract/format-count.ts'
import { readConfig } from '../server/src/config.ts'
import { inTransaction } from '../server/src/db/in-transaction.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { joinDatabase, type OpenDatabase } from '../server/src/db/open-database.ts'
import { rotateSigningKey } from '../server/src/sessions/signing-key.ts'
import { findSigningKey } from '../server/src/sessions/signing-key-queries.ts'
import { assertUsed, unusedError } from './assert-used.ts'
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
async function rotate(database: OpenDatabase): Promise<number> {
  const { db, description } = database
  const consequence = 'Nothing replaced'
  await assertUsed(database, consequence)
  if ((await findSigningKey(db)) === undefined) throw unusedError(description, consequence)
  await migrate(db)
  return inTransaction(db, (trx) => rotateSigningKey(trx, operator(new Date())))
}

runMain(rotateKey)
