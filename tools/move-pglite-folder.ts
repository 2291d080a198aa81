import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { verifyBackup } from '../server/src/db/read-backup.ts'
import { restoreBackup } from '../server/src/db/restore-backup.ts'
import { writeBackup } from '../server/src/db/write-backup.ts'
import { lockDataFolder } from '../server/src/postgres/data-folder-lock.ts'
import { describeCounts } from './describe-counts.ts'
import { assertToMove, databaseIn, openPgliteFolder } from './pglite-folder.ts'
import { readArguments } from './read-arguments.ts'
import { runMain } from './run-main.ts'

/**
 * Migrates a data folder with the PGlite that `move-over.ts` has installed, and keeps the old files. The new database
 * is built in a temporary folder and moved to its place in the last step: if the command fails before that, the old
 * data is unchanged and the command can be repeated.
 */
async function movePgliteFolder() {
  const { positionals } = readArguments({ usage: 'npm run move-over', maxPositionals: 2 })
  const [folder = '', packageFolder = ''] = positionals
  const { DATABASE_URL: _, ...environment } = process.env
  const config = readConfig({ ...environment, LIMS_DATA_DIR: folder })
  const pgdata = path.join(folder, 'pgdata')
  const kept = path.join(folder, 'earlier-version')

  const lock = lockDataFolder(folder, 'command')
  try {
    // Another one may have moved it in the meantime.
    assertToMove(folder)
    const unfinished = path.join(folder, 'moving-over')
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished)
    // A strict umask would shut out the account of the database.
    chmodSync(unfinished, 0o711)
    const backup = path.join(realpathSync(unfinished), 'moved-over.backup.gz')
    const { db, close } = await openPgliteFolder(packageFolder, pgdata)
    await writeBackup(db, backup, new Date()).finally(close)

    const dataDir = path.join(unfinished, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    const database = await joinDatabase({ ...config, dataDir, isDataDirGiven: true }, console.log)
    const counts = await restoreBackup(database.db, await verifyBackup(backup)).finally(database.close)
    const name = databaseIn(dataDir) ?? ''
    renameSync(path.join(dataDir, name), path.join(folder, name))

    mkdirSync(kept, { recursive: true })
    renameSync(pgdata, path.join(kept, 'pgdata'))
    renameSync(backup, path.join(kept, path.basename(backup)))
    rmSync(unfinished, { recursive: true })
    console.log(
      `Migrated ${describeCounts(counts)} to ${path.join(folder, name)}. The old files are kept in ${kept}: delete them once you have checked the result.`,
    )
  } finally {
    lock.release()
  }
}

runMain(movePgliteFolder)
