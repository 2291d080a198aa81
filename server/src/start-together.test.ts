import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, onServer, openUrl } from '../test/postgres-database.ts'
import { externalSettings, ownAddress, spawnServer, startServer } from '../test/server-process.ts'
import { migrate, migrationNames } from './db/migrate.ts'
import { loadSigningKey } from './sessions/signing-key.ts'

const emptyDatabase = () => externalSettings(afterAll, { isMigrated: false })
const [first, second, third, fourth] = [
  await emptyDatabase(),
  await emptyDatabase(),
  await emptyDatabase(),
  await emptyDatabase(),
]

test('eight servers that start at once on an empty database migrate it once and share one key', async () => {
  const { DATABASE_URL = '' } = first
  const servers = await Promise.all(Array.from({ length: 8 }, () => openUrl(DATABASE_URL)))

  const keys = await Promise.all(
    servers.map(async ({ db }) => {
      await migrate(db)
      return Buffer.from(await loadSigningKey(db, new Date())).toString('hex')
    }),
  )

  expect(new Set(keys).size).toBe(1)
  for (const { db } of servers) {
    const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(done.rows.map(({ name }) => name)).toEqual(migrationNames())
  }
  await Promise.all(servers.map(({ close }) => close()))
})

test('a start on the database of an earlier version says that it updates it, which takes minutes with many samples', async () => {
  const { db, close } = await openUrl(fourth.DATABASE_URL ?? '')
  await migrate(db, migrationNames().at(-2))
  await close()
  const updates = () => {
    const server = spawnServer(fourth)
    return server.says('LIMS is ready').then(async () => {
      expect(await server.kill('SIGTERM')).toBe(0)
      return server.lines().filter((line) => line.startsWith('Updating the database of an earlier version'))
    })
  }
  expect(await updates()).toHaveLength(1)
  expect(await updates()).toEqual([])
}, 120_000)

test('a start on a new database says so, as a disk that is not mounted may hold the one that was meant', async () => {
  const settings = await externalSettings(onTestFinished, { isMigrated: false })
  const linesOfStart = async () => {
    const server = await startServer(settings)
    expect(await server.kill('SIGTERM')).toBe(0)
    return server.lines()
  }
  const isNew = 'The database is new: it holds nothing yet.'
  expect(await linesOfStart()).toContain(isNew)
  expect(await linesOfStart()).not.toContain(isNew)
}, 120_000)

/** A database of its own whose owner may open this many connections. */
async function ownerWithConnections(count: number): Promise<URL> {
  const { name, url, drop } = await createDatabase(inject('postgresUrl'))
  const role = `lims_role_${randomBytes(6).toString('hex')}`
  await onServer(url, `create role ${role} login password 'secret' connection limit ${count}`)
  onTestFinished(() =>
    drop()
      .then(() => onServer(inject('postgresUrl'), `drop role ${role}`))
      .then(() => {}),
  )
  await onServer(url, `alter database ${name} owner to ${role}`)
  await onServer(url, `grant all on schema public to ${role}`)
  const address = new URL(url)
  address.username = role
  address.password = 'secret'
  return address
}

test('a start waits for the connection for live updates, and names the database if it gets none', async () => {
  const { href } = await ownerWithConnections(1)
  const settings = { ...(await ownAddress()), DATABASE_URL: href }
  const refused = spawnServer(settings)
  expect(await refused.exited).toBe(1)
  const reason = 'too many connections for role'
  expect(refused.lines().slice(1)).toEqual([
    expect.stringContaining(`Live updates wait for the database: ${reason}`),
    expect.stringContaining(`The database refuses the server: ${reason}`),
  ])

  const waiting = spawnServer(settings)
  await waiting.says('Live updates wait for the database')
  await onServer(inject('postgresUrl'), `alter role ${new URL(href).username} connection limit 5`)
  await waiting.says('LIMS is ready')
  expect(await waiting.kill('SIGTERM')).toBe(0)
}, 120_000)

test('two processes started at once on an empty database both come up', async () => {
  const both = [spawnServer(second), spawnServer({ ...third, DATABASE_URL: second.DATABASE_URL ?? '' })]
  await Promise.all(both.map(({ says }) => says('LIMS is ready')))
  expect(await Promise.all(both.map(({ kill }) => kill('SIGTERM')))).toEqual([0, 0])
}, 120_000)
