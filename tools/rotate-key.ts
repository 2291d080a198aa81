import { readConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/database.ts'
import { inTransaction } from '../server/src/db/in-transaction.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { rotateSigningKey } from '../server/src/sessions/signing-key.ts'
import { operator } from './operator.ts'
import { readArguments } from './read-arguments.ts'
import { runMain } from './run-main.ts'

async function rotateKey() {
  readArguments({ usage: 'npm run rotate-key' })
  const database = await joinDatabase(readConfig(process.env), console.log)
  const ended = await rotate(database.db).finally(database.close)
  console.log(`The signing key was replaced and ${ended} sessions have ended. Restart every server now.`)
}

async function rotate(db: Db) {
  await migrate(db)
  return inTransaction(db, (trx) => rotateSigningKey(trx, operator(new Date())))
}

runMain(rotateKey)
