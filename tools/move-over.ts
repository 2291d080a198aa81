import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { verifyBackup } from '../server/src/db/read-backup.ts'
import { restoreBackup } from '../server/src/db/restore-backup.ts'
import { writeBackup } from '../server/src/db/write-backup.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { lockDataFolder } from '../server/src/postgres/data-folder-lock.ts'
import { describeCounts } from './describe-counts.ts'
import { openPgliteFolder } from './pglite-folder.ts'
import { readArguments } from './read-arguments.ts'
import { runMain } from './run-main.ts'

/**
 * Migrates a data folder from PGlite, the embedded database of earlier versions, to the bundled PostgreSQL, and keeps
 * the old files. The new database is built in a temporary folder and moved to its place in the last step: if the
 * command fails before that, the old data is unchanged and the command can be repeated.
 */
async function moveOver() {
  readArguments({ usage: 'npm run move-over' })
  const { DATABASE_URL: _, ...environment } = process.env
  const config = readConfig(environment)
  const folder = config.dataDir
  const pgdata = path.join(folder, 'pgdata')
  if (!existsSync(path.join(pgdata, 'PG_VERSION'))) {
    throw new StartError(`Nothing to migrate: ${folder} contains no database of an earlier version.`)
  }
  const present = databaseIn(folder)
  if (present) throw new StartError(`Nothing migrated: ${folder} already contains ${present}.`)
  const kept = path.join(folder, 'earlier-version')
  if (process.getuid?.() === 0 && statSync(folder).uid !== 0) {
    assertPlain(pgdata)
    assertPlain(kept)
  }

  const lock = lockDataFolder(folder, 'command')
  try {
    const unfinished = path.join(folder, 'moving-over')
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished)
    const backup = path.join(realpathSync(unfinished), 'moved-over.backup.gz')
    const { db, close } = await openPgliteFolder(pgdata)
    await writeBackup(db, backup, new Date()).finally(close)

    const dataDir = path.join(unfinished, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    if (process.getuid?.() === 0) {
      // The database becomes that of the account that owns the folder, such as the one of a service.
      const { uid, gid } = statSync(folder)
      // A strict umask would shut that account out.
      chmodSync(unfinished, 0o711)
      lchownSync(dataDir, uid, gid)
    }
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

/**
 * Throws a StartError if something is neither a folder nor a file of its own: the account that owns the data could lead
 * root, who opens and moves it, to any other file.
 */
function assertPlain(place: string) {
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (found?.isDirectory()) for (const name of readdirSync(place)) assertPlain(path.join(place, name))
  else if (found && !(found.isFile() && found.nlink === 1))
    throw new StartError(`Nothing migrated: ${place} is a link, or no file. Delete it, or put it elsewhere.`)
}

const databaseIn = (folder: string) => readdirSync(folder).find((name) => /^postgresql-\d+$/.test(name))

runMain(moveOver)
