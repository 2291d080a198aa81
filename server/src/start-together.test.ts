import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openUrl } from '../test/postgres-database.ts'
import { externalSettings, spawnServer } from '../test/server-process.ts'
import { migrate, migrationNames } from './db/migrate.ts'
import { loadSigningKey } from './sessions/signing-key.ts'

const [first, second, third, fourth] = [
  await externalSettings(),
  await externalSettings(),
  await externalSettings(),
  await externalSettings(),
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

test('two processes started at once on an empty database both come up', async () => {
  const both = [spawnServer(second), spawnServer({ ...third, DATABASE_URL: second.DATABASE_URL ?? '' })]
  await Promise.all(both.map(({ says }) => says('LIMS is ready')))
  expect(await Promise.all(both.map(({ kill }) => kill('SIGTERM')))).toEqual([0, 0])
}, 120_000)
