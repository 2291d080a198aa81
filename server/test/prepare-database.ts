import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/db/migrate.ts'
import { findBinaries } from '../src/postgres/binaries.ts'
import { createDatabase, dropWithCopies, openUrl } from './postgres-database.ts'
import { startTestPostgres } from './test-postgres.ts'

/** Runs once before all tests, on the bundled PostgreSQL, or the one that TEST_DATABASE_URL names. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const { url: postgresUrl, stop } = given
    ? { url: given, stop: () => dropWithCopies(given, name) }
    : await startTestPostgres(findBinaries())
  const { name, url } = await createDatabase(postgresUrl)
  const { db, close } = await openUrl(url)
  await migrate(db)
  await close()
  project.provide('postgresUrl', postgresUrl)
  project.provide('migrated', name)
  const sharedFolder = mkdtempSync(path.join(tmpdir(), 'lims-shared-'))
  project.provide('sharedFolder', sharedFolder)
  return async () => {
    rmSync(sharedFolder, { recursive: true })
    await stop()
  }
}
