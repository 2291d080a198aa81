import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { onServer, openUrl } from '../../test/postgres-database.ts'
import { externalSettings, spawnServer, startServer } from '../../test/server-process.ts'
import { signIn } from '../../test/sign-in.ts'
import { openTcpProxy } from '../../test/tcp-proxy.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './open-database.ts'

vi.setConfig({ testTimeout: 120_000 })

const settings = await externalSettings()
const database = new URL(settings.DATABASE_URL ?? '')
const proxy = await openTcpProxy(database)
const indirect = { ...settings, DATABASE_URL: proxy.url.href }
const name = `PostgreSQL ${proxy.url.pathname.slice(1)} on ${proxy.url.host}`

/** Ends all connections, as stopping or restarting the database does. */
const endConnections = () =>
  onServer(
    database.href,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )

const unavailable = {
  code: 'database-unavailable',
  message: 'The database does not respond. Please try again in a moment.',
}

test('a server waits for a database that is down at its start, and logs that once', async () => {
  await proxy.refuseAll()
  const server = spawnServer(indirect)
  await vi.waitUntil(() => proxy.refusedConnections() >= 3, { timeout: 60_000 })
  expect(server.lines()).toEqual([
    expect.stringMatching(`^${name} does not respond \\(.*\\). Waiting for it\\.$`),
  ])

  await proxy.start()

  await server.says('LIMS is ready')
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('while the database is down every call gets a 503 with a sentence, and the same server works again afterwards', async () => {
  await proxy.start()
  const server = await startServer(indirect)
  const { token } = await signIn(server.url)
  const request = (path: string, json?: object) =>
    openBrowser().send(`${server.url}/api${path}`, { token, json })
  const write = (number: number) =>
    request('/batches/add', {
      name: `Study ${number}`,
      description: 'Plasma',
      numSamples: 200,
      tubeType: 'EDTA',
    })

  let isLoading = true
  const statuses: number[] = []
  const load = [1, 2, 3, 4, 5, 6].map(async (lane) => {
    for (let turn = 0; isLoading; turn++) statuses.push((await write(lane * 10_000 + turn)).status)
  })
  for (let outage = 0; outage < 5; outage++) {
    const before = statuses.length
    await vi.waitUntil(() => statuses.slice(before).includes(200), { timeout: 60_000, interval: 20 })
    await endConnections()
    await proxy.stop()
    const down = statuses.length
    await vi.waitUntil(() => statuses.slice(down).includes(503), { timeout: 60_000, interval: 20 })
    await proxy.start()
  }
  await proxy.stop()
  isLoading = false
  await Promise.all(load)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))

  expect((await request('/health/live')).status).toBe(200)
  for (const reply of [await request('/health/ready'), await request('/samples/list'), await write(1)]) {
    expect(reply.status).toBe(503)
    expect(await reply.json()).toEqual(unavailable)
  }

  await proxy.start()
  expect((await request('/health/ready')).status).toBe(200)
  expect((await write(1)).status).toBe(200)
  const { totalBatches } = (await (await request('/batches/list')).json()) as { totalBatches: number }
  expect(totalBatches).toBeGreaterThanOrEqual(statuses.filter((status) => status === 200).length + 1)
  expect(
    server
      .lines()
      .filter((line) => line.startsWith(name))
      .slice(0, 2),
  ).toEqual([expect.stringMatching(`^${name} is gone: `), `${name} responds again.`])
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('B2 silent connections are replaced, and every call works again within 15 s', async () => {
  await proxy.start()
  const server = await startServer(indirect)
  const { token } = await signIn(server.url)
  const list = () => openBrowser().send(`${server.url}/api/batches/list`, { token })
  await Promise.all(Array.from({ length: 20 }, list))

  proxy.goSilent()
  const begun = performance.now()
  const during = await Promise.all(Array.from({ length: 40 }, list))
  expect(performance.now() - begun).toBeLessThan(15_000)
  for (const { status } of during) expect([200, 503]).toContain(status)

  const after = await Promise.all(Array.from({ length: 40 }, list))
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]))
  expect(performance.now() - begun).toBeLessThan(15_000)
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('a command gives up on a database that stays down, and names the reason', async () => {
  await proxy.stop()
  const lines: string[] = []
  const opened = openPostgres(indirect.DATABASE_URL ?? '', (line) => lines.push(line), 1500)
  await expect(opened).rejects.toThrow(`${name} does not respond (ECONNREFUSED).`)
  expect(lines).toEqual([`${name} does not respond (ECONNREFUSED). Waiting for it.`])
})

test('statements and idle transactions have a time limit', async () => {
  await proxy.start()
  const { db, close } = await openUrl(indirect.DATABASE_URL ?? '')
  onTestFinished(close)
  const limit = async (name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]?.value
  expect(await limit('statement_timeout')).toBe('5min')
  expect(await limit('idle_in_transaction_session_timeout')).toBe('5min')
})

test('a connection with a long statement is not taken for dead', async () => {
  await proxy.start()
  const { db, close } = await openUrl(indirect.DATABASE_URL)
  onTestFinished(close)
  const { rows } = await sql<{ slept: string }>`select pg_sleep(8)::text as slept`.execute(db)
  expect(rows).toHaveLength(1)
})

test('a connection whose reply is on its way, to a statement that has just ended, is not taken for dead', async () => {
  await proxy.start()
  const { db, close } = await openUrl(indirect.DATABASE_URL)
  onTestFinished(close)
  proxy.delayReplyTo('pg_sleep')
  const { rows } = await sql<{ slept: string }>`select pg_sleep(3)::text as slept`.execute(db)
  expect(rows).toHaveLength(1)
})

test.each([
  [
    'a wrong password',
    (url: URL) => {
      url.password = 'wrong'
    },
    /password authentication failed/,
  ],
  [
    'a password that is missing',
    (url: URL) => {
      url.password = ''
    },
    /asks for a password: write it after the user, as in postgresql:\/\/lims:secret@db\.example:5432\/lims$/,
  ],
  [
    'a database that is not there',
    (url: URL) => {
      url.pathname = '/no_such'
    },
    /database "no_such" does not exist/,
  ],
])('%s ends the start with one line that keeps the password', async (_, spoil, reason) => {
  const url = new URL(database)
  spoil(url)
  const server = spawnServer({ ...settings, DATABASE_URL: url.href })
  expect(await server.exited).toBe(1)
  expect(server.lines()).toEqual([expect.stringMatching(/^DATABASE_URL is wrong: PostgreSQL /)])
  expect(server.lines()[0]).toMatch(reason)
  expect(server.lines()[0]).not.toContain(database.password)
})

test('a database that takes no changes ends the start with one line', async () => {
  const own = await externalSettings(onTestFinished)
  const { db, close } = await openUrl(own.DATABASE_URL ?? '')
  await migrate(db)
  await close()
  const { href, pathname } = new URL(own.DATABASE_URL ?? '')
  await onServer(href, `alter database ${pathname.slice(1)} set default_transaction_read_only = on`)
  const server = spawnServer(own)
  expect(await server.exited).toBe(1)
  expect(server.lines()).toEqual([
    'The database refuses the server: cannot execute DELETE in a read-only transaction',
  ])
})
