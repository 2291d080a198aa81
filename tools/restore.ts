import { readConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/database.ts'
import { inTransaction } from '../server/src/db/in-transaction.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { type VerifiedBackup, verifyBackup } from '../server/src/db/read-backup.ts'
import { restoreBackup } from '../server/src/db/restore-backup.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { endAllSessions } from '../server/src/sessions/session-queries.ts'
import { describeCounts } from './describe-counts.ts'

async function restore() {
  const file = process.argv[2]
  if (!file) throw new StartError('Please name the backup file: npm run restore -- lims-….backup.gz')
  // Verified first, so that a wrong file never opens or creates a database.
  const backup = await verifyBackup(file)
  const database = await joinDatabase(readConfig(process.env), console.log)
  const counts = await restoreAndEndSessions(database.db, backup).finally(database.close)
  console.log(
    `Restored ${describeCounts(counts)} as of ${backup.head.madeAt} to the ${database.description}. All sessions have ended.`,
  )
}

/** Ends all sessions, so that one that was logged out after the backup does not become valid again. */
async function restoreAndEndSessions(db: Db, backup: VerifiedBackup) {
  const restored = await restoreBackup(db, backup)
  await inTransaction(db, (trx) => endAllSessions(trx, new Date()))
  return restored
}

restore().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
