import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { errorMessage } from '../errors/error-message.ts'
import { StartError } from '../errors/start-error.ts'
import { limits } from '../limits.ts'
import { findBinaries } from './binaries.ts'
import {
  type DataFolder,
  type DataFolderSettings,
  giveToAccount,
  prepareDataFolder,
  prepareSocketFolder,
  socketName,
} from './data-folder.ts'
import { type FolderLock, lockAfterCommand, tryLockDataFolder } from './data-folder-lock.ts'
import { hasSpaceToStart } from './disk-space.ts'
import { keepRunning } from './keep-running.ts'
import { endLeftovers } from './leftovers.ts'
import { takeOverLockFiles } from './lock-files.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { serverSettings } from './server-settings.ts'
import { initDatabase, startPostgres } from './start-postgres.ts'

const pollMs = 50

export type BundledPostgres = {
  dataFolder: DataFolder
  socketFolder: string
  /** Whether this process has started it, and stops it. */
  isOwner: boolean
  stop: () => Promise<void>
}

type Log = (line: string) => void

/**
 * Starts the PostgreSQL of a data folder, creating it first where there is none, and keeps it running until it is
 * stopped. Waits for a command that has started it. Throws StartError when another server uses the folder, or the
 * database does not start.
 */
export async function startBundled(settings: DataFolderSettings, log: Log): Promise<BundledPostgres> {
  const dataFolder = prepareDataFolder(settings, findBinaries())
  return run(dataFolder, await lockAfterCommand(dataFolder.folder, log), log)
}

/** Uses the PostgreSQL that a server runs on this data folder; starts it for the time being where none does. */
export async function joinBundled(settings: DataFolderSettings, log: Log): Promise<BundledPostgres> {
  const dataFolder = prepareDataFolder(settings, findBinaries())
  const deadline = performance.now() + limits.attachMs
  do {
    const lock = tryLockDataFolder(dataFolder.folder, 'command')
    if (lock) return run(dataFolder, lock, log)
    const running = readPostmasterFile(dataFolder.databaseFolder)
    if (running?.isReady) {
      return { dataFolder, socketFolder: running.socketFolder, isOwner: false, stop: async () => {} }
    }
    await wait(pollMs)
  } while (performance.now() < deadline)
  throw new StartError(
    `LIMS_DATA_DIR ${dataFolder.folder} is in use by a LIMS whose database does not respond.`,
  )
}

async function run(dataFolder: DataFolder, lock: FolderLock, log: Log): Promise<BundledPostgres> {
  const { folder, databaseFolder } = dataFolder
  giveToAccount(dataFolder)
  const socket = prepareSocketFolder(folder, dataFolder.account)
  const socketFolder = socket.path
  const installation = { ...dataFolder, socketFolder, settings: serverSettings(socketFolder) }
  const start = async () => {
    await endLeftovers(databaseFolder)
    const files = [path.join(databaseFolder, 'postmaster.pid'), path.join(socketFolder, `${socketName}.lock`)]
    await takeOverLockFiles(dataFolder.account, { databaseFolder, files })
    return startPostgres(installation, (line) => log(`Database: ${line}`))
  }
  const release = () => {
    lock.release()
    socket.remove()
  }
  try {
    await initDatabase(installation)
    const kept = keepRunning(await start(), start, () => hasSpaceToStart(folder), log)
    return { dataFolder, socketFolder, isOwner: true, stop: () => kept.stop().finally(release) }
  } catch (error) {
    release()
    throw new StartError(`The database in ${folder} does not start: ${errorMessage(error)}`)
  }
}
