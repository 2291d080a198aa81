import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openEventStream } from '../../test/event-stream.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'
import { inTransaction } from '../db/in-transaction.ts'

vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder, DVC_SCAN_MINUTES: '15' }, { ownProcesses: true })
const other = await lab.startServer()
const { scan, status, beginLocked } = scanning(lab)
beforeEach(() => {
  repository.clear()
  repository.add('T0000001.bam', makeBam())
})

const trigger = (server = lab.app) =>
  server.inject({
    method: 'POST',
    url: '/api/sync/trigger',
    headers: { authorization: `Bearer ${lab.token()}` },
  })
const runs = () => lab.db.selectFrom('sync_run').selectAll().orderBy('id').execute()
const outcomes = async () => (await runs()).map(({ outcome }) => outcome)
const untilOutcomes = (wanted: string[]) =>
  vi.waitFor(async () => expect(await outcomes()).toEqual(wanted), { timeout: 30_000, interval: 20 })

test('of ten people who start a scan at once one succeeds, on whichever server; the others get the reason', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => trigger(n % 2 ? other : lab.app)))

  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const refused = replies.filter(({ statusCode }) => statusCode === 409).map((reply) => reply.json())
  expect(refused).toEqual(Array(9).fill({ code: 'scan-running', message: 'A scan is already running.' }))
  await untilOutcomes(['done'])
})

test('a scan on a server that fell silent is over: it blocks nobody, and is reported', async () => {
  await sql`
    insert into sync_run (started_at, started_by, beat_at)
    values (${testNow}, 'ada', clock_timestamp() - interval '5 seconds')
  `.execute(lab.db)
  expect(await status()).toMatchObject({ isRunning: true })
  expect((await trigger()).statusCode).toBe(409)

  await sql`update sync_run set beat_at = beat_at - interval '10 seconds'`.execute(lab.db)

  expect(await status()).toMatchObject({ isRunning: false })
  expect((await trigger()).json().status.recentErrors).toMatchObject([
    { message: 'A scan broke off: its server stopped, or did not reach the database.' },
  ])
  await untilOutcomes(['stopped', 'done'])
})

test('a scan that was taken for lost writes nothing more', async () => {
  const began = performance.now()
  await scan()
  const tookMs = performance.now() - began
  await sql`delete from dvc_file`.execute(lab.db)

  await lab.db.transaction().execute(async (trx) => {
    await beginLocked(trx)
    await sql`update sync_run set ended_at = now(), outcome = 'stopped' where ended_at is null`.execute(trx)
  })
  await wait(3 * tookMs)

  expect(await lab.db.selectFrom('dvc_file').selectAll().execute()).toEqual([])
  expect(await outcomes()).toEqual(['done', 'stopped'])
})

test('a server that is stopped ends its scan, and the next one may begin at once', async () => {
  const stopped = await lab.startServer()
  for (let n = 0; n < 1000; n += 1) repository.write(`many/${n}.dvc`, 'outs: []')
  expect((await trigger(stopped)).statusCode).toBe(200)

  await stopped.close()

  expect(await outcomes()).toEqual(['stopped'])
  expect(await scan()).toMatchObject({ filesProcessed: 1001 })
})

test('one server of all begins a scheduled scan, every DVC_SCAN_MINUTES, and records that no person requested it', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001' })
  vi.advanceTimersByTime(30_000)
  await untilOutcomes(['done'])
  expect(await status()).toMatchObject({ startedByName: null, samplesLinked: 1 })
  const links = await lab.db.selectFrom('audit_event').selectAll().where('entity_id', '=', id).execute()
  expect(links).toMatchObject([{ action: 'sample.link-bam', person_id: 'lims:data-pipeline' }])

  lab.setNow(minutesLater(14))
  vi.advanceTimersByTime(30_000)
  await wait(300)
  expect(await outcomes()).toEqual(['done'])

  lab.setNow(minutesLater(15))
  vi.advanceTimersByTime(30_000)
  await untilOutcomes(['done', 'done'])
})

test('no scheduled scan begins while the disk is full', async () => {
  lab.fillDisk()
  vi.advanceTimersByTime(30_000)
  for (let read = 0; read < 20; read += 1) await status()
  expect(await outcomes()).toEqual([])
})

test('no pick list can be for the person whose name the links of scheduled scans bear', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001' })
  vi.advanceTimersByTime(30_000)
  await untilOutcomes(['done'])
  const { people } = (await lab.get('/picks/people')).json()
  expect(people).toEqual([{ id: 'ada', name: 'Ada Lindqvist' }])
  const list = { name: 'Shipment', sampleIds: [id], personId: 'lims:data-pipeline' }
  expect((await lab.post('/picks/create', list)).json().code).toBe('person-not-found')
})

test('a scheduled scan that links nothing adds no person, so that a backup can still be restored', async () => {
  vi.advanceTimersByTime(30_000)
  await untilOutcomes(['done'])
  expect(await lab.db.selectFrom('person').select('id').execute()).toEqual([{ id: 'ada' }])
})

test('while a scan is kept waiting by a lock, its heartbeats and the clock leave connections to others', async () => {
  await lab.db.transaction().execute(async (trx) => {
    await beginLocked(trx)
    await sql`update sync_run set beat_at = beat_at - interval '11 seconds'`.execute(trx)
    for (let n = 0; n < 30; n += 1) vi.advanceTimersByTime(30_000)
    expect((await lab.get('/samples/list')).statusCode).toBe(200)
  })
  await vi.waitFor(async () => expect(await outcomes()).not.toContain(null), { timeout: 30_000 })
})

test('a scan that waits for a sample is running, and nobody is kept waiting by it', async () => {
  const { id } = await lab.addSample({ alias: 'T0000001' })
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(lab.db)
    expect(rows).toHaveLength(1)
  }
  await lab.db.transaction().execute(async (trx) => {
    await sql`select from sample where id = ${id} for update`.execute(trx)
    expect((await trigger()).statusCode).toBe(200)
    await vi.waitFor(isWaiting, { timeout: 30_000, interval: 20 })
    await inTransaction(lab.db, async (second) => {
      await sql`set local lock_timeout = '3s'`.execute(second)
      await sql`update sync_run set beat_at = beat_at - interval '11 seconds'`.execute(second)
    })
    expect((await trigger(other)).statusCode).toBe(409)
    vi.advanceTimersByTime(3000)
    await vi.waitFor(async () => expect(await status()).toMatchObject({ isRunning: true }), {
      timeout: 10_000,
      interval: 20,
    })
  })
  await untilOutcomes(['done'])
})

test('after the clock of the server was ahead and is put right, scheduled scans begin again', async () => {
  lab.setNow(minutesLater(5 * 60))
  await scan()
  lab.setNow(testNow)
  vi.advanceTimersByTime(30_000)
  await untilOutcomes(['done', 'done'])
  vi.advanceTimersByTime(30_000)
  await wait(300)
  expect(await outcomes()).toEqual(['done', 'done'])
})

test('open screens are updated when a scan begins and when it ends', async () => {
  const stream = await openEventStream(other, lab.token())
  onTestFinished(() => stream.leave())
  await vi.waitFor(() => expect(stream.text()).toContain(': open'), { timeout: 20_000 })
  await scan()
  await vi.waitFor(() => expect(stream.changes.filter(({ sync }) => sync).length).toBeGreaterThanOrEqual(2), {
    timeout: 20_000,
  })
})
