import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../errors/start-error.ts'

const sqliteBusy = 5

export type FolderLock = { release: () => void }

/**
 * Takes the data folder for this process alone; undefined while another process has it.
 * Throws StartError when the lock file cannot be used.
 *
 * Node has no file locks of its own; SQLite's is a lock of the operating system, which ends with the process even
 * when that is killed.
 */
export function tryLockDataFolder(folder: string): FolderLock | undefined {
  try {
    const file = path.join(folder, 'in-use.lock')
    const lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    chmodSync(file, 0o600)
    writeFileSync(holderFile(folder), String(process.pid), { mode: 0o600 })
    return { release: () => lock.close() }
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string }
    if (errcode === sqliteBusy) return undefined
    throw new StartError(`LIMS_DATA_DIR ${folder} cannot be locked: ${message}`)
  }
}

/** Takes the data folder, or throws StartError with the process that has it. */
export function lockDataFolder(folder: string): FolderLock {
  const lock = tryLockDataFolder(folder)
  if (lock) return lock
  throw new StartError(
    `LIMS_DATA_DIR ${folder} is in use by another LIMS (process ${readHolder(folder)}). Stop that one first, or choose another folder.`,
  )
}

const holderFile = (folder: string) => path.join(folder, 'in-use.pid')

function readHolder(folder: string): string {
  try {
    return readFileSync(holderFile(folder), 'utf8')
  } catch {
    return 'unknown'
  }
}
