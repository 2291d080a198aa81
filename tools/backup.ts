import { readConfig } from '../server/src/config.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { writeBackup } from '../server/src/db/write-backup.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { describeCounts } from './describe-counts.ts'

async function backup() {
  const now = new Date()
  const file = process.argv[2] ?? `lims-${now.toISOString().replaceAll(':', '-').slice(0, 19)}Z.backup.gz`
  const database = await joinDatabase(readConfig(process.env), console.log)
  const counts = await writeBackup(database.db, file, now).finally(database.close)
  console.log(
    `Saved ${describeCounts(counts)} from the ${database.description} to ${file}. Protect this file like the database itself.`,
  )
}

backup().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
