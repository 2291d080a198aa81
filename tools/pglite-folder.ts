import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kysely, PGliteDialect, type PGliteDialectConfig } from 'kysely'
import type { Tables } from '../server/src/db/database.ts'
import { errorMessage } from '../server/src/errors/error-message.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { runCommand } from './test/run-command.ts'

const packageName = '@electric-sql/pglite@0.5.16'

type Pglite = PGliteDialectConfig['pglite'] & {
  exec: (script: string) => Promise<unknown>
  close: () => Promise<void>
}

/**
 * Installs PGlite, which earlier versions used and which is not a dependency any more, into a temporary folder below
 * `parent`. Throws StartError if it cannot be installed.
 */
export async function installPglite(parent = tmpdir()) {
  const packageFolder = mkdtempSync(path.join(parent, 'lims-pglite-'))
  const remove = () => rmSync(packageFolder, { recursive: true, force: true })
  const install = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    // The version is exact, so a copy in npm's cache is as good, and needs no network.
    '--prefer-offline',
    '--prefix',
    packageFolder,
    packageName,
  ]
  const { ok, output } = await runCommand('npm', install, { cwd: packageFolder })
  if (ok) return { packageFolder, remove }
  remove()
  throw new StartError(
    `${packageName} cannot be installed: ${reasonOf(output)}. This command needs the npm registry.`,
  )
}

/** Opens a database of PGlite. Throws StartError if it cannot be opened. */
export async function openPgliteFolder(packageFolder: string, dataDir: string) {
  const at = (file: string) =>
    pathToFileURL(path.join(packageFolder, 'node_modules/@electric-sql/pglite/dist', file)).href
  const { PGlite } = await import(at('index.js'))
  const { pg_trgm } = await import(at('contrib/pg_trgm.js'))
  const pglite: Pglite = await PGlite.create({ dataDir, extensions: { pg_trgm } }).catch((error: unknown) => {
    throw new StartError(`${dataDir} cannot be opened: ${errorMessage(error).split('\n')[0]}`)
  })
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
  return { db, pglite, close: () => pglite.close() }
}

/** Throws StartError unless a data folder contains a database of PGlite, and none of PostgreSQL. */
export function assertToMove(folder: string): void {
  if (!existsSync(path.join(folder, 'pgdata/PG_VERSION'))) {
    throw new StartError(`Nothing to migrate: ${folder} contains no database of an earlier version.`)
  }
  const present = databaseIn(folder)
  if (present) throw new StartError(`Nothing migrated: ${folder} already contains ${present}.`)
}

export const databaseIn = (folder: string) =>
  readdirSync(folder).find((name) => /^postgresql-\d+$/.test(name))

/** The line of npm's error that says why, after its code, and before the name of its log. */
function reasonOf(output: string): string {
  const lines = output.trim().split('\n')
  return lines.find((line) => /^npm error (?!code |errno |syscall )/.test(line)) ?? lines.at(-1) ?? ''
}
