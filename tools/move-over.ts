import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { verifyBackup } from '../server/src/db/read-backup.ts'
import { restoreBackup } from '../server/src/db/restore-backup.ts'
import { writeBackup } from '../server/src/db/write-backup.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { lockDataFolder } from '../server/src/postgres/data-folder-lock.ts'
import { inWords } from './backup-words.ts'
import { openPgliteFolder } from './pglite-folder.ts'

/** Moves a data folder of the earlier engine over to the bundled PostgreSQL, and keeps the old files beside it. */
async function moveOver() {
  const { DATABASE_URL: _, ...environment } = process.env
  const config = readConfig(environment)
  const pgdata = path.join(config.dataDir, 'pgdata')
  if (!existsSync(path.join(pgdata, 'PG_VERSION'))) {
    throw new StartError(`Nothing to move: ${config.dataDir} holds no database of the earlier version.`)
  }
  const backup = path.join(config.dataDir, 'moved-over.backup.gz')
  const kept = path.join(config.dataDir, 'earlier-version')
  if (existsSync(kept)) throw new StartError(`${kept} is there already: it was moved over before.`)
  await save(config.dataDir, pgdata, backup)

  mkdirSync(kept)
  renameSync(pgdata, path.join(kept, 'pgdata'))
  try {
    const verified = await verifyBackup(backup)
    const database = await joinDatabase(config, console.log)
    const counts = await restoreBackup(database.db, verified).finally(database.close)
    renameSync(backup, path.join(kept, path.basename(backup)))
    console.log(
      `${inWords(counts)} now lie in the ${database.description}. The old files are kept in ${kept}: delete them when you have looked.`,
    )
  } catch (error) {
    renameSync(path.join(kept, 'pgdata'), pgdata)
    rmSync(kept, { recursive: true })
    throw error
  }
}

async function save(folder: string, pgdata: string, backup: string) {
  const lock = lockDataFolder(folder)
  try {
    const { db, close } = await openPgliteFolder(pgdata)
    await writeBackup(db, backup, new Date()).finally(close)
  } finally {
    lock.release()
  }
}

moveOver().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
