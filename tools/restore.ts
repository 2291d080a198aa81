import { readConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/database.ts'
import { inTransaction } from '../server/src/db/in-transaction.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { type VerifiedBackup, verifyBackup } from '../server/src/db/read-backup.ts'
import { restoreBackup } from '../server/src/db/restore-backup.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { endAllSessions } from '../server/src/sessions/session-queries.ts'
import { inWords } from './backup-words.ts'

async function restore() {
  const file = process.argv[2]
  if (!file) throw new StartError('Which backup? npm run restore -- lims-….backup.gz')
  // Before a database is opened: a wrong file has nothing to do with one.
  const backup = await verifyBackup(file)
  const database = await joinDatabase(readConfig(process.env), console.log)
  const counts = await restoreAndEndSessions(database.db, backup).finally(database.close)
  console.log(
    `${inWords(counts)}, as they were at ${backup.head.madeAt}, now lie in the ${database.description}.`,
  )
}

/** Who logged out after the backup was made stays out. */
async function restoreAndEndSessions(db: Db, backup: VerifiedBackup) {
  const restored = await restoreBackup(db, backup)
  await inTransaction(db, (trx) => endAllSessions(trx, new Date()))
  return restored
}

restore().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
