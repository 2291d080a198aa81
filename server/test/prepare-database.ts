import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, PGliteDialect } from 'kysely'
import type { TestProject } from 'vitest/node'
import type { Tables } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { createDatabase, dropDatabase, openUrl } from './postgres-database.ts'

/** Runs once before all tests: the schema is made once and then copied, which takes a fifth of the time. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
  const { migrated, remove } = server ? await makeTemplate(server) : await makeFile()
  project.provide('migrated', migrated)
  return remove
}

async function makeTemplate(server: string) {
  const { name, url } = await createDatabase(server)
  const { db, close } = await openUrl(url)
  await migrate(db)
  await close()
  return { migrated: name, remove: () => dropDatabase(server, name) }
}

async function makeFile() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-test-database-'))
  const file = path.join(folder, 'migrated.tar')
  const pglite = await PGlite.create({ extensions: { pg_trgm } })
  await migrate(new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) }))
  writeFileSync(file, await (await pglite.dumpDataDir('none')).bytes())
  await pglite.close()
  return { migrated: file, remove: async () => rmSync(folder, { recursive: true }) }
}
