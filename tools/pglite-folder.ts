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
 * Opens the database of the earlier engine. PGlite is no part of this program any more: it is fetched for the time
 * being. Throws StartError when it cannot be fetched or the folder does not open.
 */
export async function openPgliteFolder(pgdata: string) {
  const fetched = mkdtempSync(path.join(tmpdir(), 'lims-pglite-'))
  const remove = () => rmSync(fetched, { recursive: true, force: true })
  try {
    const pglite = await open(fetched, pgdata)
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

async function open(fetched: string, dataDir: string): Promise<Pglite> {
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', fetched, packageName]
  const { ok, output } = await runCommand('npm', install, { cwd: fetched })
  if (!ok) throw new StartError(`${packageName} cannot be fetched: ${output.trim().split('\n').at(-1)}`)
  const at = (file: string) =>
    pathToFileURL(path.join(fetched, 'node_modules/@electric-sql/pglite/dist', file)).href
  const { PGlite } = await import(at('index.js'))
  const { pg_trgm } = await import(at('contrib/pg_trgm.js'))
  return PGlite.create({ dataDir, extensions: { pg_trgm } }).catch((error: Error) => {
    throw new StartError(`${dataDir} does not open: ${error.message.split('\n')[0]}`)
  })
}
