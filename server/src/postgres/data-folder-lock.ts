import { chmodSync, lchownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../errors/start-error.ts'
import { limits } from '../limits.ts'

const sqliteBusy = 5
const pollMs = 50

export type FolderLock = { release: () => void }
/** A command, such as a backup, ends by itself; a server does not. */
type Holder = 'server' | 'command'

/**
 * Takes the data folder for this process alone; undefined while another process has it.
 * Throws StartError when the lock file cannot be used.
 *
 * Node has no file locks of its own; SQLite's is a lock of the operating system, which ends with the process even
 * when that is killed.
 */
export function tryLockDataFolder(folder: string, as: Holder): FolderLock | undefined {
  try {
    const [file, holder] = lockFiles(folder)
    const lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    chmodSync(file, 0o600)
    writeFileSync(holder, `${process.pid} ${as}`, { mode: 0o600 })
    if (process.getuid?.() === 0) for (const one of [file, holder]) giveToOwner(one, folder)
    return { release: () => lock.close() }
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string }
    if (errcode === sqliteBusy) return undefined
    throw new StartError(`LIMS_DATA_DIR ${folder} cannot be locked: ${message}`)
  }
}

/** A command of root must not shut out the account of the service, which could put a link in its folder. */
function giveToOwner(file: string, folder: string) {
  const { uid, gid } = statSync(folder)
  lchownSync(file, uid, gid)
}

/** Takes the data folder, or throws StartError with the process that has it. */
export function lockDataFolder(folder: string, as: Holder): FolderLock {
  const lock = tryLockDataFolder(folder, as)
  if (lock) return lock
  throw inUse(folder)
}

/**
 * Takes the data folder for a server, once a command that has it has ended.
 * Throws StartError if another server has it, or a command for longer than `limits.otherCommandsMs`.
 */
export async function lockAfterCommand(folder: string, log: (line: string) => void): Promise<FolderLock> {
  const deadline = performance.now() + limits.otherCommandsMs
  for (let attempt = 1; performance.now() < deadline; attempt++) {
    const lock = tryLockDataFolder(folder, 'server')
    if (lock) return lock
    const holder = readHolder(folder)
    // A process writes who it is a moment after it has the lock.
    if (attempt > 1 && holder.as !== 'command') break
    if (attempt === 2) log(`A command (process ${holder.process}) uses ${folder}. Waiting for it.`)
    await wait(pollMs)
  }
  throw inUse(folder)
}

function inUse(folder: string): StartError {
  const { process, as } = readHolder(folder)
  const who = as === 'command' ? 'a command' : 'another LIMS'
  return new StartError(
    `LIMS_DATA_DIR ${folder} is in use by ${who} (process ${process}). Stop that one first, or choose another folder.`,
  )
}

/** The files of the lock of a folder: the one that is locked, and the one that says who has it. */
export const lockFiles = (folder: string): [lock: string, holder: string] => [
  path.join(folder, 'in-use.lock'),
  path.join(folder, 'in-use.pid'),
]

function readHolder(folder: string): { process: string; as?: string | undefined } {
  try {
    const [process = 'unknown', as] = readFileSync(lockFiles(folder)[1], 'utf8').split(' ')
    return { process, as }
  } catch {
    return { process: 'unknown' }
  }
}
