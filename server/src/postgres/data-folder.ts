import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  fchmodSync,
  fchownSync,
  lchownSync,
  lstatSync,
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
import { type OpenFolder, withFolder } from '../programs/follow-links.ts'
import { type Account, canUse, chooseAccount } from './account.ts'
import { type Binaries, copyBinaries } from './binaries.ts'
import { lockFiles } from './data-folder-lock.ts'

/** Where root keeps the data, and a copy of PostgreSQL, that an unprivileged account cannot reach in the project. */
const systemFolder = '/var/lib/lims'
const systemData = path.join(systemFolder, 'data')
/** In a default data folder that cannot be reached: says that `systemData` is used in its place. */
const movedToFile = 'moved-to'
/** A folder with one of these is a data folder already; `pgdata` is that of the earlier engine. */
const marks = ['in-use.lock', movedToFile, 'pgdata']
/** `sun_path` holds 104 bytes on macOS, 108 on Linux, one of them for the end. */
const maxSocketPath = 103
export const socketName = '.s.PGSQL.5432'

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
  const moved = movedTo(settings)
  const folder = moved ?? settings.folder
  const account = chooseAccount(databaseFolderIn(folder, binaries), settings.databaseUser)
  createFolder(folder, account)
  refuseOtherEngine(folder, binaries)
  if (canUse(account, path.dirname(realpathSync(folder)), 'x')) {
    if (moved === undefined) refuseForeignMove(settings, binaries)
    return withBinaries(folder, account, binaries, noteOf(folder, settings))
  }

  const name = account.kind === 'other' ? account.name : ''
  if (settings.isGiven) {
    throw new StartError(
      `LIMS_DATA_DIR ${folder} cannot be reached by the account ${name}, which the database runs under because PostgreSQL refuses to run as root. Set LIMS_DATA_DIR to a folder such as ${systemFolder}/data, or LIMS_DATABASE_USER to an account that can enter all folders above.`,
    )
  }
  mkdirSync(systemFolder, { recursive: true })
  chmodSync(systemFolder, 0o755)
  createFolder(systemData, account)
  refuseOtherEngine(systemData, binaries)
  rmSync(path.join(folder, movedToFile), { force: true })
  writeFileSync(path.join(folder, movedToFile), `${systemData}\n`, { flag: 'wx' })
  return withBinaries(systemData, account, binaries, noteOf(systemData, settings))
}

const namePrefix = 'postgresql-'
const isDatabaseName = (name: string) => /^postgresql-\d+$/.test(name)
const majorOf = ({ version }: Binaries) => version.split('.')[0]
const databaseFolderIn = (folder: string, binaries: Binaries) =>
  path.join(folder, namePrefix + majorOf(binaries))

const noteOf = (folder: string, settings: DataFolderSettings) =>
  folder === settings.folder
    ? ''
    : `, because the account of the database cannot reach ${path.dirname(settings.folder)}`

/**
 * Returns the folder that is used in place of the default one. Only a file of this account counts: the account of the
 * database may write in the folder too, and must not choose a folder that root then gives to it. Throws StartError if
 * the file names any other folder than root's.
 */
function movedTo(settings: DataFolderSettings): string | undefined {
  const file = findMovedTo(settings)
  if (!file?.isOwn) return undefined
  if (readFileSync(file.path, 'utf8').trim() === systemData) return systemData
  throw new StartError(
    `${file.path} does not name ${systemData}. Set LIMS_DATA_DIR to the folder that holds the data.`,
  )
}

/** Refuses to begin with an empty database where the data may be in the folder that is used in its place. */
function refuseForeignMove(settings: DataFolderSettings, binaries: Binaries) {
  const file = findMovedTo(settings)
  if (!file || existsSync(databaseFolderIn(settings.folder, binaries))) return
  throw new StartError(
    `${file.path} belongs to another account and is not followed. If the data is in ${systemData}, set LIMS_DATA_DIR to that folder; if not, delete the file.`,
  )
}

function findMovedTo({ folder, isGiven }: DataFolderSettings) {
  const file = path.join(folder, movedToFile)
  const found = !isGiven && existsSync(file) ? lstatSync(file) : undefined
  return found && { path: file, isOwn: found.isFile() && found.uid === process.getuid?.() }
}

function withBinaries(folder: string, account: Account, binaries: Binaries, note: string): DataFolder {
  const canRun = canUse(account, path.join(binaries.folder, 'bin/postgres'), 'x')
  return {
    folder,
    databaseFolder: databaseFolderIn(realpathSync(folder), binaries),
    account,
    binaries: canRun ? binaries : copyBinaries(binaries, systemFolder, account),
    note,
  }
}

/**
 * Gives the data folder, and a database in it that ran under another account, to the account, unless a link of another
 * account leads to it. Only for who has the lock of the folder: a database that runs could not open its files any more.
 * Throws StartError if they cannot be given.
 */
export function giveToAccount({ folder, databaseFolder, account }: DataFolder): void {
  if (account.kind !== 'other') return
  orCannotBeGiven(folder, account, () =>
    withFolder(folder, ({ number, owner, place, foreignLink }) => {
      if (owner !== account.uid && foreignLink !== undefined) {
        throw new Error(`${foreignLink} is a symbolic link of another account`)
      }
      for (const one of lockFiles(place)) {
        orCannotBeGiven(path.join(folder, path.basename(one)), account, () => give(one, account))
      }
      orCannotBeGiven(databaseFolder, account, () =>
        giveDatabase(place, path.basename(databaseFolder), account),
      )
      if (owner !== account.uid) fchownSync(number, account.uid, account.gid)
    }),
  )
}

/** Gives a database in a folder, if there is one, and all that is in it. */
function giveDatabase(folder: string, name: string, { uid, gid }: OtherAccount) {
  const found = statSync(path.join(folder, name), { throwIfNoEntry: false })
  if (!found || found.uid === uid) return
  const { status, stderr, error } = spawnSync('chown', ['-hR', `${uid}:${gid}`, name], { cwd: folder })
  if (status !== 0) throw error ?? new Error(`${stderr}`)
}

/**
 * Changes the owner of a file, but never of the target of a link, nor of a file that has a hard link: an account could
 * have put either into its folder.
 */
function give(file: string, { uid, gid }: OtherAccount) {
  const found = lstatSync(file)
  if (found.uid !== uid && found.isFile() && found.nlink > 1) throw new Error('it has a hard link')
  lchownSync(file, uid, gid)
}

type OtherAccount = Account & { kind: 'other' }

function orCannotBeGiven(file: string, { name }: OtherAccount, work: () => void) {
  try {
    work()
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${file} cannot be given to ${name}: ${errorMessage(error)}`)
  }
}

function createFolder(folder: string, account: Account) {
  try {
    mkdirSync(folder, { recursive: true })
    withFolder(folder, (opened) => {
      refuseForeignFolder(folder, opened, account)
      closeToOthers(folder, opened)
    })
    // Under a name that nobody can know: root would follow a link that another account has put there.
    const probe = path.join(folder, `.writable-${randomUUID()}`)
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 })
    rmSync(probe)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`LIMS_DATA_DIR ${folder} cannot be written: ${errorMessage(error)}`)
  }
}

/** Leaves out `lost+found`, which a file system has at the top of a volume, and which stays with root. */
const listFiles = (folder: string) => readdirSync(folder).filter((name) => name !== 'lost+found')

const isDataFolder = (names: string[]) => names.some((name) => marks.includes(name))

/**
 * Refuses what root must not give to the account of the database: a folder to which another account has put a symbolic
 * link, and one that holds something else, such as a home.
 */
function refuseForeignFolder(folder: string, { owner, place, foreignLink }: OpenFolder, account: Account) {
  if (account.kind !== 'other' || owner === account.uid) return
  if (foreignLink !== undefined) {
    throw new StartError(
      `${foreignLink} is a symbolic link of another account, and leads to a folder that would be given to the account ${account.name}, which the database runs under. Set LIMS_DATA_DIR to the folder itself.`,
    )
  }
  const names = listFiles(place)
  if (names.length === 0 || isDataFolder(names) || names.some(isDatabaseName)) return
  throw new StartError(
    `LIMS_DATA_DIR ${folder} holds other files, such as ${names[0]}, and would be given to the account ${account.name}, which the database runs under. Choose a folder of its own.`,
  )
}

/** A folder that also holds something else, such as a home, is not ours to close. */
function closeToOthers(folder: string, { number, mode, place }: OpenFolder) {
  if ((mode & 0o077) === 0) return
  const names = listFiles(place)
  if (names.length > 0 && !isDataFolder(names)) {
    throw new StartError(
      `LIMS_DATA_DIR ${folder} is open to other accounts of this computer and holds other files, such as ${names[0]}. Choose a folder of its own.`,
    )
  }
  try {
    fchmodSync(number, 0o700)
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
    (name) => isDatabaseName(name) && existsSync(path.join(folder, name, 'PG_VERSION')),
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
