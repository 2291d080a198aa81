import { endAllSessions } from '../server/src/auth/session-queries.ts'
import { readConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/database.ts'
import { inTransaction } from '../server/src/db/in-transaction.ts'
import { openEmbedded, openPostgres } from '../server/src/db/open-database.ts'
import { restoreBackup } from '../server/src/db/restore-backup.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { inWords } from './backup-words.ts'

async function restore() {
  const file = process.argv[2]
  if (!file) throw new StartError('Which backup? npm run restore -- lims-….backup.gz')
  const { databaseUrl, dataDir } = readConfig(process.env)
  const database = await (databaseUrl ? openPostgres(databaseUrl, console.log) : openEmbedded(dataDir))
  const { head, counts } = await restoreAndEndSessions(database.db, file).finally(database.close)
  console.log(`${inWords(counts)}, as they were at ${head.madeAt}, now lie in the ${database.description}.`)
}

/** Who logged out after the backup was made stays out. */
async function restoreAndEndSessions(db: Db, file: string) {
  const restored = await restoreBackup(db, file)
  await inTransaction(db, (trx) => endAllSessions(trx, new Date()))
  return restored
}

restore().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
