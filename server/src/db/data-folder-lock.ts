import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../errors/start-error.ts'

const sqliteBusy = 5

/**
 * Takes the data folder for this process alone, or fails saying who has it.
 *
 * Node has no file locks of its own; SQLite's is a lock of the operating system, which ends with the process
 * even when that is killed. PGlite itself lets two processes open one folder, and one of them loses its writes.
 */
export function lockDataFolder(folder: string): { release: () => void } {
  makeFolder(folder)
  const holder = path.join(folder, 'in-use.pid')
  const lock = takeLock(folder, holder)
  writeFileSync(holder, String(process.pid))
  return { release: () => lock.close() }
}

function takeLock(folder: string, holder: string): DatabaseSync {
  try {
    const lock = new DatabaseSync(path.join(folder, 'in-use.lock'), { timeout: 0 })
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string }
    if (errcode !== sqliteBusy) throw new StartError(`LIMS_DATA_DIR ${folder} cannot be locked: ${message}`)
    throw new StartError(
      `LIMS_DATA_DIR ${folder} is in use by another LIMS (process ${readHolder(holder)}). Stop that one first, or choose another folder.`,
    )
  }
}

function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, '.writable'), '')
  } catch (error) {
    throw new StartError(`LIMS_DATA_DIR ${folder} cannot be written: ${(error as Error).message}`)
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'unknown'
  }
}
