import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { errorMessage } from '../errors/error-message.ts'
import { StartError } from '../errors/start-error.ts'
import { type Account, canUse, chooseAccount } from './account.ts'
import { type Binaries, copyBinaries } from './binaries.ts'
import { lockFiles } from './data-folder-lock.ts'

/** Where root keeps the data, and a copy of PostgreSQL, that an unprivileged account cannot reach in the project. */
const systemFolder = '/var/lib/lims'
/** In a default data folder that cannot be reached: the folder that is used in its place. */
const movedToFile = 'moved-to'
/** A folder with one of these is a data folder already; `pgdata` is that of the earlier engine. */
const marks = ['in-use.lock', movedToFile, 'pgdata']
/** `sun_path` holds 104 bytes on macOS, 108 on Linux, one of them for the end. */
const maxSocketPath = 103
const socketName = '.s.PGSQL.5432'

export type DataFolder = {
  folder: string
  databaseFolder: string
  account: Account
  binaries: Binaries
  /** Why it is not the folder that one would look in. */
  note: string
}

/** `isGiven`: whether LIMS_DATA_DIR was set, or `folder` is the default. */
export type DataFolderSettings = { folder: string; isGiven: boolean; databaseUser: string | undefined }

/**
 * Finds or creates the data folder, for its owner only, and the account and binaries that its database runs with. Who
 * runs the database then gives it to the account. Throws StartError with one line that says what to change.
 */
export function prepareDataFolder(settings: DataFolderSettings, binaries: Binaries): DataFolder {
  const folder = movedTo(settings) ?? settings.folder
  const account = chooseAccount(databaseFolderIn(folder, binaries), settings.databaseUser)
  createFolder(folder)
  refuseOtherEngine(folder, binaries)
  if (canUse(account, path.dirname(realpathSync(folder)), 'x'))
    return withBinaries(folder, account, binaries, noteOf(folder, settings))

  const name = account.kind === 'other' ? account.name : ''
  if (settings.isGiven) {
    throw new StartError(
      `LIMS_DATA_DIR ${folder} cannot be reached by the account ${name}, which the database runs under because PostgreSQL refuses to run as root. Set LIMS_DATA_DIR to a folder such as ${systemFolder}/data, or LIMS_DATABASE_USER to an account that can enter all folders above.`,
    )
  }
  mkdirSync(systemFolder, { recursive: true })
  chmodSync(systemFolder, 0o755)
  const reachable = path.join(systemFolder, 'data')
  createFolder(reachable)
  refuseOtherEngine(reachable, binaries)
  writeFileSync(path.join(folder, movedToFile), `${reachable}\n`)
  return withBinaries(reachable, account, binaries, noteOf(reachable, settings))
}

const namePrefix = 'postgresql-'
const majorOf = ({ version }: Binaries) => version.split('.')[0]
const databaseFolderIn = (folder: string, binaries: Binaries) =>
  path.join(folder, namePrefix + majorOf(binaries))

const noteOf = (folder: string, settings: DataFolderSettings) =>
  folder === settings.folder
    ? ''
    : `, because the account of the database cannot reach ${path.dirname(settings.folder)}`

function movedTo({ folder, isGiven }: DataFolderSettings): string | undefined {
  const file = path.join(folder, movedToFile)
  return !isGiven && existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

function withBinaries(folder: string, account: Account, binaries: Binaries, note: string): DataFolder {
  const canRun = canUse(account, path.join(binaries.folder, 'bin/postgres'), 'x')
  return {
    folder,
    databaseFolder: databaseFolderIn(realpathSync(folder), binaries),
    account,
    binaries: canRun ? binaries : copyBinaries(binaries, systemFolder),
    note,
  }
}

/**
 * Gives the data folder, and a database in it that ran under another account, to the account. Only for who has the lock
 * of the folder: a database that runs could not open its files any more. Throws StartError if they cannot be given.
 */
export function giveToAccount({ folder, databaseFolder, account }: DataFolder): void {
  if (account.kind !== 'other') return
  for (const one of [realpathSync(folder), ...lockFiles(folder)]) give(one, account)
  const owner = statSync(databaseFolder, { throwIfNoEntry: false })
  if (!owner || owner.uid === account.uid) return
  const { status, stderr } = spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, databaseFolder])
  if (status !== 0) throw new StartError(`${databaseFolder} cannot be given to ${account.name}: ${stderr}`)
}

/** Not what a link leads to: the account could put one into its folder. */
function give(file: string, { name, uid, gid }: Account & { kind: 'other' }) {
  try {
    lchownSync(file, uid, gid)
  } catch (error) {
    throw new StartError(`${file} cannot be given to ${name}: ${errorMessage(error)}`)
  }
}

function createFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true })
    closeToOthers(folder)
    writeFileSync(path.join(folder, '.writable'), '')
    // A command that starts at this moment may have removed it.
    rmSync(path.join(folder, '.writable'), { force: true })
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`LIMS_DATA_DIR ${folder} cannot be written: ${errorMessage(error)}`)
  }
}

/** A folder that also holds something else, such as a home, is not ours to close. */
function closeToOthers(folder: string) {
  if ((statSync(folder).mode & 0o077) === 0) return
  const names = readdirSync(folder)
  if (names.length > 0 && !names.some((name) => marks.includes(name))) {
    throw new StartError(
      `LIMS_DATA_DIR ${folder} is open to other accounts of this computer and holds other files, such as ${names[0]}. Choose a folder of its own.`,
    )
  }
  try {
    chmodSync(folder, 0o700)
  } catch {
    throw new StartError(
      `LIMS_DATA_DIR ${folder} is open to other accounts of this computer, and belongs to another account. Run 'chmod 700 ${folder}' as its owner, or choose another folder.`,
    )
  }
}

/** Refuses to begin with an empty database beside one that this PostgreSQL cannot read. */
function refuseOtherEngine(folder: string, binaries: Binaries) {
  if (existsSync(databaseFolderIn(folder, binaries))) return
  // Until November 2026 the embedded database was PGlite.
  if (existsSync(path.join(folder, 'pgdata/PG_VERSION'))) {
    throw new StartError(
      `LIMS_DATA_DIR ${folder} was made by an earlier version, whose embedded database this one cannot read. Move it over with: npm run move-over`,
    )
  }
  const other = readdirSync(folder).find(
    (name) => /^postgresql-\d+$/.test(name) && existsSync(path.join(folder, name, 'PG_VERSION')),
  )
  if (!other) return
  throw new StartError(
    `LIMS_DATA_DIR ${folder} holds a database of PostgreSQL ${other.slice(namePrefix.length)}, which PostgreSQL ${majorOf(binaries)} of this version cannot read. Run 'npm run backup' with the version of this program that wrote it, move the folder aside, run 'npm run restore' with this version, and start: see docs/operations.md, 'The next version of PostgreSQL'.`,
  )
}

type SocketFolder = {
  path: string
  /** Removes it where it was created for this run, and never more than the socket in it. */
  remove: () => void
}

/** Chooses the data folder for the socket, or creates a private one for this run where its path is too long. */
export function prepareSocketFolder(folder: string, account: Account): SocketFolder {
  const own = realpathSync(folder)
  if (Buffer.byteLength(path.join(own, socketName)) <= maxSocketPath) return { path: own, remove: () => {} }
  const parent =
    account.kind === 'other' || Buffer.byteLength(tmpdir()) > maxSocketPath / 2 ? '/tmp' : tmpdir()
  const created = mkdtempSync(path.join(parent, 'lims-'))
  if (account.kind === 'other') chownSync(created, account.uid, account.gid)
  return { path: created, remove: () => removeSocketFolder(created) }
}

/** A database that was killed leaves its socket behind. */
function removeSocketFolder(folder: string) {
  for (const name of [socketName, `${socketName}.lock`]) rmSync(path.join(folder, name), { force: true })
  rmdirSync(folder)
}
