import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../errors/start-error.ts'

/**
 * Under which account the processes of the database run. PostgreSQL refuses to run as root, so that a server that was
 * started as root puts it into a user namespace, where root has another number, or gives it an account of its own.
 */
export type Account =
  | { kind: 'own' }
  | { kind: 'namespace' }
  | { kind: 'other'; name: string; uid: number; gid: number }

/** `initdb` refuses a number that no account of the machine has. Which one it is does not matter. */
function namespaceCommand(): string[] {
  const { uid, gid } = readAccounts().findLast((account) => account.uid > 0) ?? { uid: 1000, gid: 1000 }
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`]
}

const isRoot = () => process.getuid?.() === 0

/**
 * Chooses the account: one's own unless that is root; then the account named by LIMS_DATABASE_USER; the one that
 * already owns the database folder or, before there is one, the data folder around it; a user namespace; `postgres` or
 * `nobody`, whichever exists first. Throws StartError when the named account does not exist or is root.
 */
export function chooseAccount(databaseFolder: string, name: string | undefined): Account {
  if (!isRoot()) return { kind: 'own' }
  if (name !== undefined) return namedAccount(name)
  const owner = ownerOf(databaseFolder) ?? usableOwnerOf(path.dirname(databaseFolder))
  if (owner !== undefined && owner.uid !== 0) return { kind: 'other', name: nameOf(owner.uid), ...owner }
  return namespacesWork() ? { kind: 'namespace' } : unprivilegedAccount()
}

/** The account for root where user namespaces are forbidden. */
export function unprivilegedAccount(): Account & { kind: 'other' } {
  const found = ['postgres', 'nobody'].map(findAccount).find((account) => account !== undefined)
  if (found) return found
  throw new StartError(
    'PostgreSQL refuses to run as root, and there is no account postgres or nobody. Start the server under another account, or name one in LIMS_DATABASE_USER.',
  )
}

function namedAccount(name: string): Account {
  const account = findAccount(name)
  if (account && account.uid !== 0) return account
  throw new StartError(
    `Setting LIMS_DATABASE_USER is wrong: ${account ? 'PostgreSQL refuses to run as root' : `there is no account ${name}`}.`,
  )
}

type PasswdEntry = { name: string; uid: number; gid: number }

function readAccounts(): PasswdEntry[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

function findAccount(wanted: string): (Account & { kind: 'other' }) | undefined {
  const entry = readAccounts().find(({ name }) => name === wanted)
  return entry && { kind: 'other', ...entry }
}

const nameOf = (uid: number) =>
  readAccounts().find((entry) => entry.uid === uid)?.name ?? `with the number ${uid}`

/** Whether a number is that of an account here: `initdb` refuses others, as of a folder mounted into a container. */
export const hasName = (wanted: number) => readAccounts().some(({ uid }) => uid === wanted)

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

/** The owner of a folder who can reach it, such as the account of a service that has not been started yet. */
function usableOwnerOf(folder: string) {
  const owner = ownerOf(folder)
  if (!owner || !hasName(owner.uid)) return undefined
  return canUse({ kind: 'other', name: '', ...owner }, folder, 'wx') ? owner : undefined
}

function namespacesWork(): boolean {
  const [command = '', ...options] = namespaceCommand()
  return spawnSync(command, [...options, 'true'], { stdio: 'ignore', timeout: 10_000 }).status === 0
}

/** What the processes of the database are given of the environment: no settings of ours, and so no secrets. */
const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C' })

/** Starts a program under the account, in a session of its own: Ctrl C in the terminal does not reach it. */
export function spawnAs(
  account: Account,
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const [first = '', ...rest] = account.kind === 'namespace' ? [...namespaceCommand(), command] : [command]
  return spawn(first, [...rest, ...args], {
    detached: true,
    cwd: '/',
    env: environment(),
    ...(account.kind === 'other' ? { uid: account.uid, gid: account.gid } : {}),
    ...options,
  })
}

/** Whether the account may execute a file, or enter and write a folder. */
export function canUse(account: Account, file: string, permissions: 'x' | 'wx'): boolean {
  if (account.kind !== 'other') return true
  const tests = [...permissions].map((permission) => `test -${permission} "$1"`).join(' && ')
  const { uid, gid } = account
  return spawnSync('/bin/sh', ['-c', tests, 'sh', file], { uid, gid, cwd: '/', timeout: 10_000 }).status === 0
}
