import { readFileSync } from 'node:fs'
import path from 'node:path'

/** What a running PostgreSQL says of itself in its data folder. */
type PostmasterFile = { pid: number; socketFolder: string; isReady: boolean }

/** Reads `postmaster.pid`; undefined when it is missing or being written. Lines: PostgreSQL, miscadmin.h. */
export function readPostmasterFile(databaseFolder: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(path.join(databaseFolder, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, , , , socketFolder = '', , , status = ''] = lines
    if (!Number(pid)) return undefined
    return { pid: Number(pid), socketFolder, isReady: status.trim() === 'ready' }
  } catch {
    return undefined
  }
}
