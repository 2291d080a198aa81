import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { errorMessage } from '../errors/error-message.ts'
import { limits } from '../limits.ts'
import { ownProcess } from '../programs/own-process.ts'
import { type Account, spawnAs } from './account.ts'
import type { Binaries } from './binaries.ts'

/** The superuser of the bundled PostgreSQL, who owns everything in it. */
export const databaseUser = 'lims'

/** What is needed to run one; `databaseFolder` and `socketFolder` belong to the account. */
type Installation = {
  binaries: Binaries
  account: Account
  databaseFolder: string
  socketFolder: string
  settings: Record<string, string>
}

export type PostgresProcess = {
  pid: number
  /** Settles when it has ended, with a sentence that says how, and its last line. */
  ended: Promise<string>
  /** Ends its connections, writes what is in memory to the disk, and stops it. */
  stop: () => Promise<void>
}

/** Creates an empty database cluster, whole or not at all. Throws an Error with the last line of `initdb`. */
export async function initDatabase({ binaries, account, databaseFolder }: Installation): Promise<void> {
  if (existsSync(path.join(databaseFolder, 'PG_VERSION'))) return
  const unfinished = `${databaseFolder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const child = spawnAs(
    account,
    path.join(binaries.folder, 'bin/initdb'),
    [
      `--pgdata=${unfinished}`,
      `--username=${databaseUser}`,
      '--auth=trust',
      '--encoding=UTF8',
      // The order and case of letters come with PostgreSQL: no update of the operating system changes an index.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  ownProcess(child, 'SIGTERM')
  const lines = collectLines(child, () => {})
  const code = await exitOf(child)
  if (code !== 'code 0') throw new Error(`initdb ended with ${code}: ${lines.last()}`)
  renameSync(unfinished, databaseFolder)
}

/**
 * Starts PostgreSQL and waits until it accepts connections. It does not outlive this process for more than 5 s,
 * however this process ends. `onTrouble` receives its lines about crashes, damage and lack of space.
 * Throws an Error with its last line when it ends instead.
 */
export async function startPostgres(
  { binaries, account, databaseFolder, settings }: Installation,
  onTrouble: (line: string) => void,
): Promise<PostgresProcess> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawnAs(
    account,
    path.join(binaries.folder, 'bin/postgres'),
    ['-D', databaseFolder, ...options],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const disown = ownProcess(child, 'SIGINT', '', limits.stopOrphanMs / 1000)
  const ready = Promise.withResolvers<void>()
  const lines = collectLines(child, (line) => {
    if (line.includes('database system is ready to accept connections')) ready.resolve()
    if (isTrouble(line)) onTrouble(withoutPrefix(line))
  })
  const ended = exitOf(child).then((how) => `${how}: ${lines.last()}`)
  await Promise.race([
    ready.promise,
    ended.then((how) => Promise.reject(new Error(`PostgreSQL ended with ${how}`))),
  ])
  return {
    pid: child.pid ?? 0,
    ended,
    stop: async () => {
      child.kill('SIGINT')
      const impatient = setTimeout(() => child.kill('SIGQUIT'), limits.stopDatabaseMs)
      await ended
      clearTimeout(impatient)
      await disown()
    },
  }
}

async function exitOf(child: ChildProcess): Promise<string> {
  const [code, signal] = await Promise.race([
    once(child, 'exit'),
    once(child, 'error').then(([error]) => [errorMessage(error), null]),
  ])
  return signal ? `signal ${signal}` : `code ${code}`
}

function collectLines(child: ChildProcess, onLine: (line: string) => void) {
  let last = 'it said nothing'
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (isLast(line)) last = withoutPrefix(line)
      onLine(line)
    })
  }
  return { last: () => last }
}

/** Not an error of a statement, which may contain what somebody has entered; its further lines begin with a tab. */
const isLast = (line: string) =>
  /(FATAL|PANIC|error):/.test(line) && !/^(\t|\w{5} (WARNING|ERROR):)/.test(line)

/**
 * Our own lines begin with an SQLSTATE: class 53 is lack of resources, 58 the system, XX damage, of which PostgreSQL 18
 * writes some as LOG; 57P03 is a start. Errors of statements are of other classes.
 */
const isTrouble = (line: string) =>
  /^\w{5} PANIC:/.test(line) ||
  /^(53|58|XX)\w{3} (WARNING|ERROR|LOG|FATAL):/.test(line) ||
  /^\w{5} LOG: +(.*was terminated by signal|all server processes terminated)/.test(line)

const withoutPrefix = (line: string) => line.replace(/^\w{5} /, '').replace(/: +/, ': ')
