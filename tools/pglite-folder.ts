import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kysely, PGliteDialect, type PGliteDialectConfig } from 'kysely'
import type { Tables } from '../server/src/db/database.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { runCommand } from './test/run-command.ts'

const packageName = '@electric-sql/pglite@0.5.16'

type Pglite = PGliteDialectConfig['pglite'] & {
  exec: (script: string) => Promise<unknown>
  close: () => Promise<void>
}

/**
 * Opens a database of PGlite, which earlier versions used. The package is not a dependency any more: it is installed
 * into a temporary folder. Throws StartError if it cannot be installed or the database cannot be opened.
 */
export async function openPgliteFolder(pgdata: string) {
  const packageFolder = mkdtempSync(path.join(tmpdir(), 'lims-pglite-'))
  const remove = () => rmSync(packageFolder, { recursive: true, force: true })
  try {
    const pglite = await open(packageFolder, pgdata)
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
    return {
      db,
      pglite,
      close: async () => {
        await pglite.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

async function open(packageFolder: string, dataDir: string): Promise<Pglite> {
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
  if (!ok) {
    throw new StartError(
      `${packageName} cannot be installed: ${reasonOf(output)}. This command needs the npm registry.`,
    )
  }
  const at = (file: string) =>
    pathToFileURL(path.join(packageFolder, 'node_modules/@electric-sql/pglite/dist', file)).href
  const { PGlite } = await import(at('index.js'))
  const { pg_trgm } = await import(at('contrib/pg_trgm.js'))
  return PGlite.create({ dataDir, extensions: { pg_trgm } }).catch((error: Error) => {
    throw new StartError(`${dataDir} cannot be opened: ${error.message.split('\n')[0]}`)
  })
}

/** The line of npm's error that says why, after its code, and before the name of its log. */
function reasonOf(output: string): string {
  const lines = output.trim().split('\n')
  return lines.find((line) => /^npm error (?!code |errno |syscall )/.test(line)) ?? lines.at(-1) ?? ''
}
