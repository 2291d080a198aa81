import { readConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/database.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { writeBackup } from '../server/src/db/write-backup.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { addToErasureList, erasureListBeside } from '../server/src/subjects/erasure-list.ts'
import { hasErasures, listErasures } from '../server/src/subjects/erasure-queries.ts'
import { describeCounts } from './describe-counts.ts'

async function backup() {
  const now = new Date()
  const file = process.argv[2] ?? `lims-${now.toISOString().replaceAll(':', '-').slice(0, 19)}Z.backup.gz`
  const database = await joinDatabase(readConfig(process.env), console.log)
  const counts = await saveAll(database.db, file, now).finally(database.close)
  console.log(
    `Saved ${describeCounts(counts)} from the ${database.description} to ${file}. Protect this file like the database itself.`,
  )
}

/** The list of erasures first: a backup without the erasures after it would bring back what they removed. */
async function saveAll(db: Db, file: string, now: Date) {
  if (await hasErasures(db)) await addToErasureList(erasureListBeside(file), await listErasures(db))
  return writeBackup(db, file, now)
}

backup().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
