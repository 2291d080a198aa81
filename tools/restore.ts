import { readConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/database.ts'
import { inTransaction } from '../server/src/db/in-transaction.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { type VerifiedBackup, verifyBackup } from '../server/src/db/read-backup.ts'
import { restoreBackup } from '../server/src/db/restore-backup.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { endAllSessions } from '../server/src/sessions/session-queries.ts'
import { revokeAllTokens } from '../server/src/sessions/token-queries.ts'
import { describeCounts } from './describe-counts.ts'

async function restore() {
  const file = process.argv[2]
  if (!file) throw new StartError('Please name the backup file: npm run restore -- lims-….backup.gz')
  // Verified first, so that a wrong file never opens or creates a database.
  const backup = await verifyBackup(file)
  const database = await joinDatabase(readConfig(process.env), console.log)
  const counts = await restoreAndEndSignIns(database.db, backup).finally(database.close)
  console.log(
    `Restored ${describeCounts(counts)} as of ${backup.head.madeAt} to the ${database.description}. All sessions and API tokens have ended.`,
  )
}

/** Ends all sessions and API tokens, so that one that was ended after the backup does not become valid again. */
async function restoreAndEndSignIns(db: Db, backup: VerifiedBackup) {
  const restored = await restoreBackup(db, backup)
  const at = new Date()
  await inTransaction(db, async (trx) => {
    await endAllSessions(trx, at)
    await revokeAllTokens(trx, at)
  })
  return restored
}

restore().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
