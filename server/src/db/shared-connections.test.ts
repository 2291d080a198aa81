import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { compiledOnce } from './compiled-once.ts'
import { openPostgres } from './open-database.ts'
import { maxSilentMs } from './shared-connections.ts'

const { db, close } = await openPostgres(inject('postgresUrl'), () => {})
afterAll(close)

type Echo = { text: string; backend: number }
const echo = compiledOnce<Echo>((db, text) =>
  sql<Echo>`select ${text}::text as text, pg_backend_pid() as backend`.compile(db),
)
const invert = compiledOnce((db, text) => sql`select 1 / ${text}::text::integer as inverse`.compile(db))
const waitForLock = compiledOnce((db, key) =>
  sql`select pg_advisory_xact_lock(${key}::text::bigint)`.compile(db),
)
const leave = compiledOnce((db, _) => sql`select pg_terminate_backend(pg_backend_pid())`.compile(db))

const numbers = Array.from({ length: 24 }, (_, index) => String(index))
const echoAll = async () => (await Promise.all(numbers.map((text) => echo(db, text)))).flat()

test('short reads at the same time share connections, eight on each, and each gets its own reply', async () => {
  const replies = await echoAll()
  expect(replies.map(({ text }) => text)).toEqual(numbers)
  const uses = Object.values(Object.groupBy(replies, ({ backend }) => backend)).map((group) => group?.length)
  expect(uses).toEqual([8, 8, 8])
})

test('short reads at the same time are sent in one write on each connection', async () => {
  await echoAll()
  const write = vi.spyOn(Socket.prototype as unknown as { _writev: () => void }, '_writev')
  onTestFinished(() => write.mockRestore())
  expect((await echoAll()).map(({ text }) => text)).toEqual(numbers)
  expect(write).toHaveBeenCalledTimes(3)
})

test('a short read bypasses Kysely, except in a transaction', async () => {
  const executed = vi.spyOn(db, 'executeQuery')
  onTestFinished(() => executed.mockRestore())
  expect(await echo(db, 'a')).toMatchObject([{ text: 'a' }])
  expect(executed).not.toHaveBeenCalled()
  await db.transaction().execute(async (trx) => {
    const executedInside = vi.spyOn(trx, 'executeQuery')
    expect(await echo(trx, 'b')).toMatchObject([{ text: 'b' }])
    expect(executedInside).toHaveBeenCalledOnce()
  })
})

test('a read that fails leaves those before and after it alone', async () => {
  const [first, failed, last] = await Promise.allSettled([echo(db, 'a'), invert(db, '0'), echo(db, 'b')])
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  expect([first, last]).toMatchObject([{ value: [{ text: 'a' }] }, { value: [{ text: 'b' }] }])
})

test('a read in a transaction stays on its connection and sees what the transaction wrote', async () => {
  const outside = echoAll()
  await db.transaction().execute(async (trx) => {
    await sql`create temporary table written on commit drop as select 'seen' as text`.execute(trx)
    const [own] = (await sql<{ backend: number }>`select pg_backend_pid() as backend`.execute(trx)).rows
    const read = compiledOnce<{ text: string }>((db, text) =>
      sql<{ text: string }>`select text from written where text = ${text}`.compile(db),
    )
    expect(await read(trx, 'seen')).toEqual([{ text: 'seen' }])
    expect((await echo(trx, 'inside'))[0]?.backend).toBe(own?.backend)
    expect((await outside).map(({ backend }) => backend)).not.toContain(own?.backend)
  })
})

test('a read that takes long delays none that is sent later', async () => {
  const key = '150613'
  const slow = await db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(${key}::text::bigint)`.execute(holder)
    const waiting = waitForLock(db, key)
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_locks where locktype = 'advisory' and objid = ${key}::text::oid and not granted
      `.execute(holder)
      expect(rows).toHaveLength(1)
    }, 20_000)
    // Until then, a read shares the connection.
    await wait(5 * maxSilentMs)
    expect(await echo(db, 'later')).toMatchObject([{ text: 'later' }])
    await sql`select pg_advisory_unlock(${key}::text::bigint)`.execute(holder)
    return { waiting }
  })
  await slow.waiting
})

test('a connection that ends fails the reads on it, and the next ones succeed', async () => {
  const results = await Promise.allSettled([leave(db, ''), echo(db, 'lost')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await echoAll()).map(({ text }) => text)).toEqual(numbers)
})

test('every connection returns to the pool, in more rounds than it has connections', async () => {
  for (let round = 0; round < 30; round++) await Promise.all([echo(db, 'a'), invert(db, '0').catch(() => {})])
  expect(await echoAll()).toHaveLength(numbers.length)
})
