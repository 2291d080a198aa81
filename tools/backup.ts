import { stat } from 'node:fs/promises'
import { readConfig } from '../server/src/config.ts'
import { joinDatabase, type OpenDatabase } from '../server/src/db/open-database.ts'
import { backupTime, writeBackup } from '../server/src/db/write-backup.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { withFileToWrite } from '../server/src/programs/follow-links.ts'
import { addToErasureList, erasureListBeside } from '../server/src/subjects/erasure-list.ts'
import { hasErasures, listErasures } from '../server/src/subjects/erasure-queries.ts'
import { assertUsed } from './assert-used.ts'
import { describeCounts } from './describe-counts.ts'
import { readArguments } from './read-arguments.ts'
import { runMain } from './run-main.ts'

const usage = 'npm run backup -- [FILE]'

async function backup() {
  const now = new Date()
  const { positionals } = readArguments({ usage, maxPositionals: 1 })
  const file = positionals[0] ?? `lims-${now.toISOString().replaceAll(':', '-').slice(0, 19)}Z.backup.gz`
  if (file === '') throw new StartError(`Please name the file: ${usage}`)
  await withFileToWrite(file, assertCanBeWritten)
  const database = await joinDatabase(readConfig(process.env), console.log)
  const counts = await saveAll(database, file, now).finally(database.close)
  console.log(
    `Saved ${describeCounts(counts)} from the ${database.description} to ${file}. Protect this file like the database itself.`,
  )
}

/** Throws a StartError if the backup cannot take its name: by renaming, which as root replaces a device. */
async function assertCanBeWritten(file: string) {
  const present = await stat(file).catch(() => undefined)
  if (present?.isDirectory()) {
    throw new StartError(`Nothing saved: ${file} is a folder. Please name a file.`)
  }
  if (present && !present.isFile()) throw new StartError(`Nothing saved: ${file} is not a regular file.`)
}

/**
 * The list of erasures first: a backup without the erasures after it would bring back what they removed. Behind a
 * symbolic link it is needed in both folders, as a restore may name either file.
 */
async function saveAll(database: OpenDatabase, file: string, now: Date) {
  await assertUsed(database, 'Nothing saved')
  const { db } = database
  const madeAt = await backupTime(db, now)
  if (await hasErasures(db)) {
    const erasures = await listErasures(db)
    const addBeside = (backup: string) => addToErasureList(erasureListBeside(backup), erasures)
    await addBeside(file)
    await withFileToWrite(file, (_, real) => addBeside(real))
  }
  return writeBackup(db, file, madeAt)
}

runMain(backup)
