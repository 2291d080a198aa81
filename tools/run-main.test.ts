import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, onServer } from '../server/test/postgres-database.ts'
import { runTool } from './test/run-tool.ts'

test('a command whose database is gone says so in one sentence, and leaves no file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { url, drop } = await createDatabase(inject('postgresUrl'))
  onTestFinished(drop)
  // Whoever reads it loses the connection.
  await onServer(
    url,
    'create view kysely_migration as select pg_terminate_backend(pg_backend_pid())::text as name',
  )
  await expect(
    runTool('backup', ['lims.backup.gz'], { cwd: folder, settings: { DATABASE_URL: url } }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The connection to the database was lost \([^\n]+\)\. What was not finished was not saved\.\n$/,
    ),
  })
  expect(readdirSync(folder)).toEqual([])
})
