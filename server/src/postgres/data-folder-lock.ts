import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCode } from '../errors/error-code.ts'
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
    prepareLockFile(file, folder)
    const lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    rmSync(holder, { force: true })
    createFile(holder, folder, `${process.pid} ${as}`)
    return { release: () => lock.close() }
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string }
    if (errcode === sqliteBusy) return undefined
    throw new StartError(`LIMS_DATA_DIR ${folder} cannot be locked: ${message}`)
  }
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/**
 * Creates the file that is locked, or throws if it is anything but a file of its own: in the folder of a service,
 * a link could lead root to any file of the machine, and SQLite would change one that is not empty.
 */
function prepareLockFile(file: string, folder: string) {
  try {
    return createFile(file, folder, '')
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  const { uid } = statSync(folder)
  const found = lstatSync(file)
  const isForeign = uid !== process.getuid?.()
  if (!found.isFile() || found.nlink > 1 || (isForeign && found.size > 0)) {
    throw new Error(`${file} is not the file of a lock. Delete it.`)
  }
  const isRight = found.uid === uid && (found.mode & 0o077) === 0
  if (isRight || ![0, found.uid].includes(process.getuid?.() ?? 0)) return
  const fd = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    giveToOwner(fd, folder)
  } finally {
    closeSync(fd)
  }
}

/** Creates a file, for the owner of the folder only. Throws EEXIST if there is one, or a link. */
function createFile(file: string, folder: string, content: string) {
  const fd = openSync(file, 'wx', 0o600)
  try {
    writeSync(fd, content)
    giveToOwner(fd, folder)
  } finally {
    closeSync(fd)
  }
}

/** A command of root must not shut out the account of the service. */
function giveToOwner(fd: number, folder: string) {
  fchmodSync(fd, 0o600)
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  fchownSync(fd, uid, gid)
}

/** Takes the data folder, or throws StartError with the process that has it. */
export function lockDataFolder(folder: string, as: Holder): FolderLock {
  const lock = tryLockDataFolder(folder, as)
  if (lock) return lock
  throw inUse(folder)
}

/**
 * Takes the data folder for a server, once a command that has it has ended.
 * Throws StartError if another server has it, or a command for longer than `limits.otherCommandsMs`. A process writes who
 * it is just after it has the lock, on a busy machine up to `writesWithinMs` later: until then, none or the one before is
 * read.
 */
export async function lockAfterCommand(
  folder: string,
  log: (line: string) => void,
  { writesWithinMs = 2000 } = {},
): Promise<FolderLock> {
  const deadline = performance.now() + limits.otherCommandsMs
  let holder: ReturnType<typeof readHolder> | undefined
  let changedAt = 0
  for (let now = performance.now(); now < deadline; now = performance.now()) {
    const lock = tryLockDataFolder(folder, 'server')
    if (lock) return lock
    const before = holder
    holder = readHolder(folder)
    if (holder.process !== before?.process || holder.as !== before.as) {
      changedAt = now
      if (holder.as === 'command')
        log(`A command (process ${holder.process}) uses ${folder}. Waiting for it.`)
    }
    if (holder.as !== 'command' && now - changedAt > writesWithinMs) break
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

const maxHolderBytes = 64

/** Reads who has the folder, from a file only: a link could lead root to one that nobody else may read. */
function readHolder(folder: string): { process: string; as?: string | undefined } {
  try {
    const fd = openSync(lockFiles(folder)[1], O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const text = Buffer.alloc(maxHolderBytes)
      const length = readSync(fd, text, 0, maxHolderBytes, 0)
      const [, process = 'unknown', as] = /^(\d+)(?: (\w+))?/.exec(text.toString('utf8', 0, length)) ?? []
      return { process, as }
    } finally {
      closeSync(fd)
    }
  } catch {
    return { process: 'unknown' }
  }
}
