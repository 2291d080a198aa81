import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { readPostmasterFile } from './postmaster-file.ts'

const pollMs = 50
const signals = [
  ['SIGINT', 5000],
  ['SIGQUIT', 2000],
  ['SIGKILL', 2000],
] as const

/**
 * Ends what an earlier server left running on a database folder, which happens only when it and its watcher were
 * killed together. To be called by the holder of the folder's lock.
 */
export async function endLeftovers(databaseFolder: string): Promise<void> {
  for (const [signal, patienceMs] of signals) {
    const deadline = performance.now() + patienceMs
    for (const pid of leftovers(databaseFolder)) sendSignal(pid, signal)
    while (leftovers(databaseFolder).length > 0 && performance.now() < deadline) await wait(pollMs)
    if (leftovers(databaseFolder).length === 0) return
  }
}

/** On Linux the processes are found by their working folder, elsewhere the postmaster by its command line. */
export function leftovers(databaseFolder: string): number[] {
  if (process.platform === 'linux') return processesIn(databaseFolder)
  const { pid } = readPostmasterFile(databaseFolder) ?? {}
  return pid !== undefined && commandOf(pid).includes(databaseFolder) ? [pid] : []
}

function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isPostgresIn(folder, pid))
}

/** A process without a readable working folder has ended, or belongs to somebody else. */
function isPostgresIn(folder: string, pid: number): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder &&
      readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n'
    )
  } catch {
    return false
  }
}

const commandOf = (pid: number) =>
  spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', timeout: 5000 }).stdout ?? ''

function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}
