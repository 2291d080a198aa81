import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { verifyBackup } from '../server/src/db/read-backup.ts'
import { restoreBackup } from '../server/src/db/restore-backup.ts'
import { writeBackup } from '../server/src/db/write-backup.ts'
import { errorMessage } from '../server/src/errors/error-message.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { lockDataFolder } from '../server/src/postgres/data-folder-lock.ts'
import { describeCounts } from './describe-counts.ts'
import { assertToMove, databaseIn, openPgliteFolder } from './pglite-folder.ts'
import { readArguments } from './read-arguments.ts'
import { runMain } from './run-main.ts'

/**
 * Migrates a data folder with the PGlite that `move-over.ts` has installed, and keeps the old files. The new database
 * is built in a temporary folder and moved to its place when it is whole: if the command fails before that, or because
 * the old files cannot be moved, the old data is unchanged and the command can be repeated.
 */
async function movePgliteFolder() {
  const { positionals } = readArguments({ usage: 'npm run move-over', maxPositionals: 2 })
  const [folder = '', packageFolder = ''] = positionals
  const { DATABASE_URL: _, ...environment } = process.env
  const config = readConfig({ ...environment, LIMS_DATA_DIR: folder })
  const pgdata = path.join(folder, 'pgdata')
  const kept = path.join(folder, 'earlier-version')
  const keptPgdata = path.join(kept, 'pgdata')

  const lock = lockDataFolder(folder, 'command')
  try {
    // Another one may have moved it in the meantime.
    assertToMove(folder)
    if (existsSync(keptPgdata)) {
      throw new StartError(
        `Nothing migrated: ${keptPgdata} already exists. Move it to another folder, and repeat the command.`,
      )
    }
    orNotMigrated(() => mkdirSync(kept, { recursive: true }))
    const unfinished = path.join(folder, 'moving-over')
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished)
    // A strict umask would shut out the account of the database.
    chmodSync(unfinished, 0o711)
    const backup = path.join(realpathSync(kept), 'moved-over.backup.gz')
    const { db, close } = await openPgliteFolder(packageFolder, pgdata)
    await writeBackup(db, backup, new Date()).finally(close)

    const dataDir = path.join(unfinished, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    const joined = await joinDatabase({ ...config, dataDir, isDataDirGiven: true }, console.log)
    const counts = await restoreBackup(joined.db, await verifyBackup(backup)).finally(joined.close)
    const name = databaseIn(dataDir) ?? ''
    const [built, database] = [path.join(dataDir, name), path.join(folder, name)]
    renameSync(built, database)
    orNotMigrated(
      () => renameSync(pgdata, keptPgdata),
      () => renameSync(database, built),
    )
    rmSync(unfinished, { recursive: true })
    console.log(
      `Migrated ${describeCounts(counts)} to ${database}. The old files are kept in ${kept}: delete them once you have checked the result.`,
    )
  } finally {
    lock.release()
  }
}

/** Does a part of the work; if it fails, reverts what was done before, and throws a StartError. */
function orNotMigrated(work: () => void, revert = () => {}) {
  try {
    work()
  } catch (error) {
    revert()
    throw new StartError(`Nothing migrated: ${errorMessage(error)}.`)
  }
}

runMain(movePgliteFolder)
