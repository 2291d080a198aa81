import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { onServer } from '../../test/postgres-database.ts'
import { readConfig } from '../config.ts'
import { connectOrWait } from './connect-or-wait.ts'
import { migrate } from './migrate.ts'
import { joinDatabase, openDatabase, openPostgres } from './open-database.ts'

/** The address of the PostgreSQL of the tests for a role that may open this many connections. */
async function asRoleWithConnections(count: number): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const role = `lims_role_${randomBytes(6).toString('hex')}`
  await onServer(url.href, `create role ${role} login password 'secret' connection limit ${count}`)
  onTestFinished(() => onServer(inject('postgresUrl'), `drop role ${role}`).then(() => {}))
  url.username = role
  url.password = 'secret'
  return url.href
}

test('requests wait for a connection where the database accepts fewer than the server may open', async () => {
  const { db, close } = await openPostgres(await asRoleWithConnections(3), () => {})
  onTestFinished(close)
  const numbers = Array.from({ length: 60 }, (_, index) => index)
  const replies = await Promise.all(
    numbers.map((number) =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<{
          number: number
        }>`select ${number}::integer as number, pg_sleep(0.01)`.execute(trx)
        return rows[0]?.number
      }),
    ),
  )
  expect(replies).toEqual(numbers)
})

test('a connection asks for nothing that PgBouncer refuses by its defaults', async () => {
  const { db, close } = await openPostgres(inject('postgresUrl'), () => {})
  onTestFinished(close)
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where source = 'client' order by name
  `.execute(db)
  const accepted = ['application_name', 'client_encoding']
  expect(rows.map(({ name }) => name).filter((name) => !accepted.includes(name))).toEqual([])
})

test('a database behind a socket is named by the socket', async () => {
  const url = 'postgresql:///lims?host=/no/such/folder&port=5433&user=lims'
  await expect(openPostgres(url, () => {}, 1)).rejects.toThrow(
    'PostgreSQL lims on /no/such/folder:5433 does not respond (ENOENT).',
  )
})

test('a database whose computer cannot be reached is waited for', async () => {
  // No route leads to the broadcast address for TCP.
  const url = 'postgresql://lims:secret@255.255.255.255:5432/lims'
  await expect(openPostgres(url, () => {}, 1)).rejects.toThrow(
    'PostgreSQL lims on 255.255.255.255:5432 does not respond (ENETUNREACH).',
  )
})

test('a database that is not named has the name of its user', async () => {
  await expect(openPostgres('postgresql://lims:secret@127.0.0.1:1', () => {}, 1)).rejects.toThrow(
    'PostgreSQL lims on 127.0.0.1:1 does not respond',
  )
})

test('where the others have taken every connection, few attempts are made', async () => {
  const url = await asRoleWithConnections(1)
  const taken = await openPostgres(url, () => {})
  onTestFinished(taken.close)
  let attempts = 0
  class CountedClient extends pg.Client {
    override connect(done?: unknown) {
      attempts += 1
      return super.connect(done as never) as never
    }
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 60_000,
    Client: CountedClient,
  })
  onTestFinished(() => pool.end())
  const connect = connectOrWait(pool)
  const replies = await Promise.allSettled(Array.from({ length: 30 }, connect))
  expect(replies).toMatchObject(replies.map(() => ({ status: 'rejected', reason: { code: '53300' } })))
  // In 5 s, with pauses of 0, 50, 100 and so on up to 1600 ms and the rest: nine, or ten if the last timer comes early.
  expect(attempts).toBeLessThanOrEqual(30 * 10)
})

test('where the database accepts none, the error says so', async () => {
  const url = await asRoleWithConnections(1)
  const first = await openPostgres(url, () => {})
  onTestFinished(first.close)
  await expect(openPostgres(url, () => {}, 1)).rejects.toThrow(
    /does not respond \(53300: too many connections for role .*\)\.$/,
  )
})

/** Settings for a bundled database that does not exist yet. */
function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-commands-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return readConfig({ LIMS_DATA_DIR: path.join(folder, 'data') })
}

test('a command does not take its own connections, which end a moment later, for those of another', async () => {
  const lines: string[] = []
  const { db, close } = await joinDatabase(newFolder(), (line) => lines.push(line))
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const [{ pid } = { pid: 0 }] = rows
  process.kill(pid, 'SIGSTOP')
  setTimeout(() => process.kill(pid, 'SIGCONT'), 500)
  await close()
  expect(lines).toEqual([])
})

test('a command that has requested nothing yet is waited for too', async () => {
  const settings = newFolder()
  const lines: string[] = []
  const first = await joinDatabase(settings, (line) => lines.push(line))
  const second = await joinDatabase(settings, () => {})
  await Promise.all([
    first.close(),
    vi.waitFor(() => expect(lines).toHaveLength(1), 30_000).finally(second.close),
  ])
  expect(lines).toEqual([expect.stringMatching(/^Another command uses/)])
})

test('a command that has started the bundled database stops it once the others have finished', async () => {
  const settings = newFolder()
  const lines: string[] = []
  const first = await joinDatabase(settings, (line) => lines.push(line))
  const second = await joinDatabase(settings, () => {})
  await migrate(second.db)
  const closing = first.close()
  await vi.waitFor(() => expect(lines).toContainEqual(expect.stringMatching(/^Another command uses/)), 30_000)
  expect(await second.db.selectFrom('sample').select('id').execute()).toEqual([])
  await second.close()
  await closing
  await expect(joinDatabase(settings, () => {}).then(({ close }) => close())).resolves.toBeUndefined()
})

test('commands that start together on a new data folder all open its database', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-together-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const config = readConfig({ LIMS_DATA_DIR: path.join(folder, 'data') })
  const opened = await Promise.allSettled([1, 2, 3, 4].map(() => joinDatabase(config, () => {})))
  await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)))
  expect(opened.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('a damaged page that only a process of the database itself reads is logged', async () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'lims-damaged-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const config = readConfig({ LIMS_DATA_DIR: path.join(parent, 'data') })
  const intact = await openDatabase(config, () => {})
  // The page is read by the vacuum that the database begins by itself, and by no request.
  await sql`create table box_note with (autovacuum_vacuum_insert_threshold = 1, autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_analyze_threshold = 1) as select n, repeat('x', 500) as note from generate_series(1, 100) as n`.execute(
    intact.db,
  )
  const { rows } = await sql<{ file: string }>`select pg_relation_filepath('box_note') as file`.execute(
    intact.db,
  )
  await intact.close()
  const file = openSync(path.join(parent, 'data/postgresql-18', rows[0]?.file ?? ''), 'r+')
  writeSync(file, 'damaged', 4000)
  closeSync(file)

  const lines: string[] = []
  const { close, db } = await openDatabase(config, (line) => void lines.push(line))
  onTestFinished(close)
  // What a request was about stays out of the log.
  await expect(sql`select 'XX001 ERROR: PT-4711'::int`.execute(db)).rejects.toThrow('PT-4711')
  const damage = /^Database: (ERROR|LOG): .*(invalid page|page verification failed)/
  await vi.waitFor(() => expect(lines).toContainEqual(expect.stringMatching(damage)), {
    timeout: 60_000,
    interval: 100,
  })
  expect(lines.filter((line) => !/^Database: (ERROR|LOG): .*(page|checksum)/.test(line))).toEqual([])
})
