import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type Account, spawnAs } from './account.ts'
import { leftovers } from './leftovers.ts'

const shellTimeoutMs = 10_000

/** Replaces the first line of a file. */
const script = `umask 077; { echo "$1" && tail -n +2 "$2"; } > "$2.new" && mv -f "$2.new" "$2"`

/**
 * Writes the number of this process into the lock files of a PostgreSQL that has ended without removing them, as in a
 * power failure. PostgreSQL does not start while another process of its account has the number in them, except its
 * parent: after a restart of the computer that may be any program. The other lines stay: by them PostgreSQL sees
 * whether a process still uses the memory of that database. The account does it, as root would follow a link.
 */
export async function takeOverLockFiles(
  account: Account,
  { databaseFolder, files }: { databaseFolder: string; files: readonly string[] },
): Promise<void> {
  if (leftovers(databaseFolder).length > 0) return
  for (const file of files) {
    if (!isOfLiveProcess(file)) continue
    const child = spawnAs(account, '/bin/sh', ['-c', script, 'sh', String(process.pid), file], {
      stdio: 'ignore',
      timeout: shellTimeoutMs,
    })
    // Where it fails, PostgreSQL says why it does not start.
    await once(child, 'exit').catch(() => undefined)
  }
}

/** Whether a process of this account, or for root of any, has the number in a lock file. A thread counts too. */
function isOfLiveProcess(file: string): boolean {
  try {
    const pid = Math.abs(Number.parseInt(readFileSync(file, 'utf8'), 10))
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}
