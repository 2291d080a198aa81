import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, onServer } from '../server/test/postgres-database.ts'
import { openTcpProxy } from '../server/test/tcp-proxy.ts'
import { runTool } from './test/run-tool.ts'

/** Runs a backup of a database in which reading the migrations is this function. */
async function backUp(reading: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { url, drop } = await createDatabase(inject('postgresUrl'))
  onTestFinished(drop)
  await onServer(url, reading)
  const done = await runTool('backup', ['lims.backup.gz'], {
    cwd: folder,
    settings: { DATABASE_URL: url },
  }).catch((error: unknown) => error)
  expect(readdirSync(folder)).toEqual([])
  return done
}

test('a command whose database is gone says so in one sentence, and leaves no file', async () => {
  // Whoever reads it loses the connection.
  const gone = 'create view kysely_migration as select pg_terminate_backend(pg_backend_pid())::text as name'
  expect(await backUp(gone)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The connection to the database was lost \([^\n]+\)\. What was not finished was not saved\.\n$/,
    ),
  })
})

test('a command for which the disk of the database is full says so in one sentence', async () => {
  const full = `
    create function fill() returns text language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create view kysely_migration as select fill() as name`
  expect(await backUp(full)).toMatchObject({
    code: 1,
    stderr:
      'The disk of the database is full (could not extend file: No space left on device). What was not finished was not saved.\n',
  })
})

/** A server that starts creates the key of its tokens. */
const startOfServer = `insert into signing_key (id, secret, made_at) values (1, '\\x00', now())`

test('rotate-key names the database whose key it has replaced, and refuses one that no server has used', async () => {
  const settingsOf = async (template?: string) => {
    const { url, drop } = await createDatabase(inject('postgresUrl'), template)
    onTestFinished(drop)
    return { url, settings: { DATABASE_URL: url }, name: new URL(url).pathname.slice(1) }
  }
  for (const template of [undefined, inject('migrated')]) {
    const { settings, name } = await settingsOf(template)
    const done = await runTool('rotate-key', [], { cwd: tmpdir(), settings }).catch((error: unknown) => error)
    expect(done).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(`^Nothing replaced: no server has used the PostgreSQL ${name} on [^ ]+\\. Are these`),
      ),
    })
  }
  const { url, settings, name } = await settingsOf(inject('migrated'))
  await onServer(url, startOfServer)
  expect(await runTool('rotate-key', [], { cwd: tmpdir(), settings })).toMatch(
    new RegExp(`^The signing key was replaced and 0 sessions ended in the PostgreSQL ${name} on `),
  )
})

test('a command whose last commit got no reply says that all may have been saved', async () => {
  const { url, drop } = await createDatabase(inject('postgresUrl'), inject('migrated'))
  onTestFinished(drop)
  await onServer(url, startOfServer)
  const proxy = await openTcpProxy(url)
  await proxy.start()
  const settings = { DATABASE_URL: proxy.url.href }
  // As it is sent: other statements have the word in the name of a table.
  proxy.loseReplyTo('commit\0', { after: 'database.rotate-key' })

  const done = await runTool('rotate-key', [], { cwd: tmpdir(), settings }).catch((error: unknown) => error)

  expect(done).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The connection to the database was lost at the end \([^\n]+\)\. All may have been saved: run the command again\.\n$/,
    ),
  })
  expect(await runTool('rotate-key', [], { cwd: tmpdir(), settings })).toMatch(
    /^The signing key was replaced/,
  )
})
