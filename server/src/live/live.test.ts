import { everythingChanged, liveHeartbeatMs } from '@lims/contract/live.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectWithin } from '../../../tools/test/compare-times.ts'
import { type EventStream, openEventStream } from '../../test/event-stream.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { turnOnRoles } from '../../test/people.ts'
import { unaudited } from '../../test/unaudited.ts'
import { listListeners } from './live-queries.ts'

vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const soon = { timeout: 20_000, interval: 5 }
const lab = await openLab()
const other = await lab.startServer()

async function open(app = other, token = lab.token()) {
  const stream = await openEventStream(app, token)
  onTestFinished(() => stream.leave())
  await vi.waitFor(() => expect(stream.text()).toContain(': open'), soon)
  await untilQuiet(stream)
  return stream
}

/** Messages come in the order of the commits: after this one, none of an earlier change comes any more. */
async function untilQuiet(stream: EventStream) {
  const noStorage = 2 ** 31 - 1
  await sql`select pg_notify('lims_live', ${JSON.stringify({ storages: [noStorage] })})`.execute(lab.db)
  await vi.waitFor(() => expect(JSON.stringify(stream.changes)).toContain(`${noStorage}`), soon)
  stream.forget()
}

const add = async (body: object) =>
  (
    await lab.post('/storage/add', { alias: 'Box 3', type: 'BOX', numberRows: 9, numberColumns: 9, ...body })
  ).json().storage as { id: number }

test('a tube placed through one server reaches the streams of another within a second, with its box and what the box is in', async () => {
  const rack = await add({ alias: 'Rack A', type: 'RACK' })
  const box = await add({ parentID: rack.id })
  const { id } = await lab.addSample()
  const stream = await open()
  let column = 0
  await expectWithin(1000, async () => {
    column += 1
    stream.forget()
    await lab.post('/samples/associate', { sampleId: id, storageId: box.id, location: `A${column}` })
    await vi.waitFor(
      () => expect(stream.changes).toEqual([{ storages: [rack.id, box.id], samples: true }]),
      soon,
    )
  })
})

test('while one tube waits to be put away, only its own placement is a change of the work at the freezers', async () => {
  const box = await add({})
  const returned = await lab.addSample()
  const another = await lab.addSample()
  const place = ({ id }: { id: string }, location: string) =>
    lab.post('/samples/associate', { sampleId: id, storageId: box.id, location })
  await place(returned, 'A1')
  const identifiers = [returned.id]
  await lab.post('/custody/check-out', { identifiers, purpose: 'Assay', keepPlace: false })
  await lab.post('/custody/return', { identifiers })
  const stream = await open()

  await place(another, 'B1')
  await vi.waitFor(() => expect(stream.changes).toEqual([{ storages: [box.id], samples: true }]), soon)
  await place(returned, 'A1')
  await vi.waitFor(
    () => expect(stream.changes[1]).toEqual({ storages: [box.id], samples: true, freezerWork: true }),
    soon,
  )
})

test('a change of status is sent with the box whose grid shows it', async () => {
  const box = await add({})
  const { id } = await lab.addSample({ status: 'COLLECTED' })
  await lab.post('/samples/associate', { sampleId: id, storageId: box.id, location: 'A1' })
  const stream = await open()

  await lab.post('/samples/receive', { identifier: id })

  await vi.waitFor(() => expect(stream.changes).toEqual([{ storages: [box.id], samples: true }]), soon)
})

test('creating, changing and deleting storages and batches is sent', async () => {
  const stream = await open()
  const box = await add({})
  await vi.waitFor(() => expect(stream.changes).toEqual([{ storages: [box.id] }]), soon)
  await lab.post(`/storage/delete?id=${box.id}`, undefined)
  await vi.waitFor(() => expect(stream.changes).toHaveLength(2), soon)
  await lab.post('/batches/add', { name: 'B', description: 'b', numSamples: 3, tubeType: 'EDTA' })
  await vi.waitFor(() => expect(stream.changes[2]).toEqual({ samples: true, batches: true }), soon)
})

test.each(['', 'vacuum done', '{"storages":', '{"labels": true}', '{"samples": true, "labels": true}'])(
  'an unknown message, %j, is treated as a change of everything',
  async (message) => {
    const stream = await open()
    await sql`select pg_notify('lims_live', ${message})`.execute(lab.db)
    await vi.waitFor(() => expect(stream.changes).toEqual([everythingChanged]), soon)
  },
)

test('an unknown message ends the streams of sign-ins that have ended', async () => {
  const stream = await open()
  await lab.db.transaction().execute(async (trx) => {
    // Without the message of the trigger, as when it is of a kind that this server does not know.
    await sql`set local session_replication_role = replica`.execute(trx)
    await trx.updateTable('session').set({ ended_at: testNow }).execute()
  })
  await sql`select pg_notify('lims_live', '{"labels": true}')`.execute(lab.db)
  expect(await stream.ended).toBe('ended')
})

test('more storages than fit into one message are sent as all', async () => {
  const stream = await open()
  const manyBoxes = sql`
    insert into storage (alias, type, number_rows, number_columns, created_at, created_by, updated_at)
    select 'Box ' || n, 'BOX', 1, 1, ${testNow}, 'ada', ${testNow} from generate_series(1, 2000) n
  `
  await unaudited(lab.db, (trx) => manyBoxes.execute(trx))
  await vi.waitFor(() => expect(stream.changes).toEqual([{ storages: 'all' }]), soon)
})

test('a person who signs in for the first time is sent, and so is a new token', async () => {
  const stream = await open()
  const bo = await lab.signIn('bo', 'Bo Nyström')
  await vi.waitFor(() => expect(stream.changes).toEqual([{ access: true }]), soon)
  await lab.signIn('bo', 'Bo Nyström')
  const expiresAt = new Date(testNow.getTime() + 86_400_000).toISOString()
  await lab.post('/tokens/create', { name: 'Rack reader', permissions: ['sample.receive'], expiresAt }, bo)
  await vi.waitFor(() => expect(stream.changes).toEqual([{ access: true }, { access: true }]), soon)
})

test('a view that is saved, or deleted by an erasure, is sent', async () => {
  await turnOnRoles(lab)
  await lab.addSample({ subject_id: 'S-0042' })
  const stream = await open()
  await lab.post('/views/save', { name: 'Follow-up', search: 'subjectId=S-0042', isShared: true })
  await vi.waitFor(() => expect(stream.changes).toEqual([{ views: true }]), soon)
  stream.forget()
  await lab.post('/subjects/erase', { subjectId: 'S-0042', reason: 'withdrew consent', samples: 'keep' })
  await vi.waitFor(() => expect(stream.changes[0]).toMatchObject({ views: true }), soon)
})

test('a change that is rolled back is not sent', async () => {
  const box = await add({})
  const stream = await open()
  const { id } = await lab.addSample()
  await vi.waitFor(() => expect(stream.changes).toHaveLength(1), soon)
  const failed = await lab.post('/samples/arrange', {
    moves: [
      { sampleId: id, storageId: box.id, rowCoordinate: 1, columnCoordinate: 1 },
      { sampleId: id, storageId: box.id, rowCoordinate: 99, columnCoordinate: 1 },
    ],
  })
  expect(failed.statusCode).not.toBe(200)
  await lab.post('/batches/add', { name: 'B', description: 'b', numSamples: 1, tubeType: 'EDTA' })
  await vi.waitFor(() => expect(stream.changes).toHaveLength(2), soon)
  expect(stream.changes[1]?.storages).toBeUndefined()
})

test('the stream is neither compressed nor buffered nor cached', async () => {
  const { reply, text } = await open()
  expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(reply.headers.get('content-encoding')).toBeNull()
  expect(reply.headers.get('cache-control')).toBe('no-store, no-transform')
  await vi.advanceTimersByTimeAsync(liveHeartbeatMs)
  await vi.waitFor(() => expect(text()).toContain(': beat'), soon)
})

test('logging out ends the streams of that session at once, on every server, and no other', async () => {
  const leaving = await open()
  const staying = await open(other, await lab.signIn('bo', 'Bo Nyström'))
  await lab.post('/auth/logout', {})
  expect(await leaving.ended).toBe('ended')
  await add({}).catch(() => undefined)
  const token = await lab.signIn('cy', 'Cy Holm')
  await lab.post('/storage/add', { alias: 'B', type: 'BOX', numberRows: 1, numberColumns: 1 }, token)
  await vi.waitFor(() => expect(staying.changes.at(-1)).toHaveProperty('storages'), soon)
})

test('a stream ends when its session expires', async () => {
  const stream = await open()
  await vi.advanceTimersByTimeAsync(liveHeartbeatMs)
  await vi.waitFor(() => expect(stream.text()).toContain(': beat'), soon)
  lab.setNow(minutesLater(13 * 60))
  await vi.advanceTimersByTimeAsync(liveHeartbeatMs)
  expect(await stream.ended).toBe('ended')
})

test('the minutes that a stream was open are no duration of a request, a stream that was refused is', async () => {
  const stream = await open()
  await lab.post('/auth/logout', {})
  expect(await stream.ended).toBe('ended')
  await openEventStream(other, lab.token())
  const counted = /http_request_duration_seconds_count\{method="GET",route="\/api\/live",status="(\d+)"/g
  await vi.waitFor(async () => {
    const { body } = await other.inject({ url: '/api/metrics' })
    expect([...body.matchAll(counted)].map(([, status]) => status)).toEqual(['401'])
  }, 20_000)
})

test('one person has at most 30 streams, and one that is closed makes room', async () => {
  const streams = await Promise.all(Array.from({ length: 30 }, () => open()))
  const tooMany = await openEventStream(other, lab.token())
  expect(tooMany.reply.status).toBe(429)
  streams[0]?.leave()
  await vi.waitFor(async () => expect((await open()).reply.status).toBe(200), soon)
})

test('a receipt is sent once it is committed, by the server that made it; of SQL by hand, by the database', async () => {
  const [first, second] = [await lab.addSample(), await lab.addSample()]
  const stream = await open()
  await lab.post('/samples/receive', { identifier: first.id })
  await vi.waitFor(() => expect(stream.changes).toEqual([{ samples: true }]), soon)

  const byHand = sql`
    insert into lifecycle_event (sample_id, door, from_status, to_status, at, person_id)
    values (${second.id}, 'receive', 'UNKNOWN', 'RECEIVED', ${testNow}, 'ada')
  `
  await unaudited(lab.db, (trx) => byHand.execute(trx))
  await vi.waitFor(() => expect(stream.changes).toHaveLength(2), soon)
})

test('HEAD opens no stream, however often a monitor sends it', async () => {
  const headers = { authorization: `Bearer ${lab.token()}` }
  for (let request = 0; request < 31; request++) {
    const reply = await fetch(`${other.listeningOrigin}/api/live`, { method: 'HEAD', headers })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
  }
  expect((await open()).reply.status).toBe(200)
})

// Heartbeats of later tests would report the connections that these have ended.

test('after its own connection was lost, a server receives live updates again and reports that anything may have changed', async () => {
  const stream = await open()
  await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lims-live' and datname = current_database()
    `.execute(lab.db)
  await vi.waitFor(() => expect(stream.changes).toEqual([everythingChanged]), soon)
  await vi.waitFor(async () => expect(await listListeners(lab.db)).toHaveLength(2), soon)
  const box = await add({})
  await vi.waitFor(() => expect(stream.changes).toContainEqual({ storages: [box.id] }), soon)
})

test('after another server was killed, which may have had something to report, everything counts as changed', async () => {
  const own = await lab.startServer()
  const others = await listListeners(lab.db)
  const killed = await lab.startServer()
  const listener = (await listListeners(lab.db)).find((pid) => !others.includes(pid))
  const stream = await open(own)
  await vi.advanceTimersByTimeAsync(liveHeartbeatMs)
  await vi.waitFor(() => expect(stream.text()).toContain(': beat'), soon)
  expect(stream.changes).toEqual([])

  await killed.close()
  // The database ends the process of its connection a moment later.
  await vi.waitFor(async () => expect(await listListeners(lab.db)).not.toContain(listener), soon)
  await vi.advanceTimersByTimeAsync(liveHeartbeatMs)

  await vi.waitFor(() => expect(stream.changes).toEqual([everythingChanged]), soon)
})

test('a server stops although streams are open', async () => {
  const third = await lab.startServer()
  const stream = await open(third)
  await third.close()
  expect(await stream.ended).toBe('ended')
})
