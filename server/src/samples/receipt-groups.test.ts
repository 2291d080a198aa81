import { asComposed } from '@lims/contract/text.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hostileNames, unstorableTexts } from '../../test/hostile-texts.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { NamingClient } from '../db/named-statements.ts'
import { insertReceipts } from './receipt-queries.ts'

const lab = await openLab()
const receive = (body: object, key?: string) =>
  lab.post('/samples/receive', body, undefined, key ? { 'idempotency-key': key } : {})
const addTubes = async (count: number) => {
  const tubes = [await lab.addSample({ name: 'NB-0' })]
  while (tubes.length < count) tubes.push(await lab.addSample({ name: `NB-${tubes.length}` }))
  return tubes
}
const statusOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample.status

test('receipts that come at the same time are written in few transactions, each with its own events and reply', async () => {
  const tubes = await addTubes(40)
  const replies = await Promise.all(
    tubes.map(({ alias }, index) => receive({ identifier: alias, notes: `tube ${index}` }, `scan ${index}`)),
  )

  for (const [index, reply] of replies.entries()) {
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().sample).toMatchObject({ id: tubes[index]?.id, name: `NB-${index}` })
  }
  const { rows } = await sql<{ notes: string; events: number; transactions: number }>`
    select event.notes, count(*) over ()::int as events,
      (select count(distinct xmin::text)::int from lifecycle_event) as transactions
    from lifecycle_event event
    join audit_event audit on audit.entity_id = event.sample_id::text and audit.after ->> 'eventNotes' = event.notes
    join answered_request saved on (saved.reply -> 'sample' ->> 'eventId')::bigint = event.id
      and saved.key = replace(event.notes, 'tube', 'scan')
    order by event.id
  `.execute(lab.db)
  expect(rows[0]).toMatchObject({ events: 40 })
  // About 5; on a busy computer they arrive one after the other.
  expect(rows[0]?.transactions).toBeLessThan(20)
})

test('the settings of a receipt end with it: no later transaction of the connection has them', async () => {
  const onEachConnection = (query: ReturnType<typeof sql<{ left: string | null }>>) =>
    Promise.all(Array.from({ length: 20 }, () => query.execute(lab.db)))
  // Whatever a test before has left.
  await onEachConnection(sql`
    select set_config('lock_timeout', '0', false), set_config('lims.notified_by', '', false), pg_sleep(0.05)
  `)
  const tubes = await addTubes(20)
  await Promise.all(tubes.map(({ id }) => receive({ identifier: id })))
  const results = await onEachConnection(sql`
    select nullif(concat_ws(' ', nullif(current_setting('lock_timeout'), '0'), nullif(current_setting('lims.notified_by'), '')), '')
      as left, pg_sleep(0.05)
  `)
  expect(results.flatMap(({ rows }) => rows.map(({ left }) => left))).toEqual(Array(20).fill(null))
})

test('of two scans of one tube at the same time, by its id and its tube ID, one is received', async () => {
  const { id, alias } = await lab.addSample()
  const replies = await Promise.all([receive({ identifier: alias }), receive({ identifier: id })])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('of two tubes received at the same time with one Idempotency-Key, one is received', async () => {
  const tubes = await addTubes(2)
  const replies = await Promise.all(tubes.map(({ id }) => receive({ identifier: id }, 'scan')))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const refused = replies.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json().code).toBe('idempotency-key-reused')
  const statuses = await Promise.all(tubes.map(({ id }) => statusOf(id)))
  expect(statuses.sort()).toEqual(['RECEIVED', 'UNKNOWN'])
})

test('a tube that somebody else holds keeps no other from being received', async () => {
  const [held, free] = [await lab.addSample({ name: 'NB-1' }), await lab.addSample({ name: 'NB-2' })]
  let heldReply: ReturnType<typeof receive> | undefined
  await lab.db.transaction().execute(async (trx) => {
    await sql`select from sample where id = ${held.id} for update`.execute(trx)
    heldReply = receive({ identifier: held.id })
    expect((await receive({ identifier: free.id })).statusCode).toBe(200)
    expect(await waitsForLock(lab.db, heldReply)).toBe(true)
  })
  expect((await heldReply)?.statusCode).toBe(200)
})

test('keys that other requests hold keep no other tube from being received, though both groups wait for them', async () => {
  const [one, two, free] = await addTubes(3)
  const held = [one, two].map((tube, index) => ({ id: tube?.id ?? '', key: `scan ${index}` }))
  const heldReplies: ReturnType<typeof receive>[] = []
  await lab.db.transaction().execute(async (trx) => {
    for (const { id, key } of held) {
      await sql`
        insert into answered_request (person_id, key, call, fingerprint, reply, answered_at)
        values ('ada', ${key}, '/api/samples/receive', 'another', '{}', now())
      `.execute(trx)
      const reply = receive({ identifier: id }, key)
      heldReplies.push(reply)
      expect(await waitsForLock(lab.db, reply)).toBe(true)
    }
    expect((await receive({ identifier: free?.id })).statusCode).toBe(200)
  })
  for (const reply of await Promise.all(heldReplies)) expect(reply.json().code).toBe('idempotency-key-reused')
  expect(await Promise.all(held.map(({ id }) => statusOf(id)))).toEqual(['UNKNOWN', 'UNKNOWN'])
})

test('all usual receipts are written in one statement, and leave nothing to the longer way', async () => {
  const box = (
    await lab.post('/storage/add', { alias: 'Box', type: 'BOX', numberRows: 2, numberColumns: 2 })
  ).json()
  const [byId, byTubeId, withKey, stored] = await addTubes(4)
  const collected = await lab.addSample({ name: 'NB-9', status: 'COLLECTED' })
  const cell = { sampleId: stored?.id, storageId: box.storage.id, rowCoordinate: 1, columnCoordinate: 1 }
  expect((await lab.post('/samples/associate', cell)).statusCode).toBe(200)
  // Only in that statement does the trigger leave the notification to the server.
  await sql`
    create function note_the_way() returns trigger language plpgsql as $$
    begin
      new.notes := new.notes || coalesce(current_setting('lims.notified_by', true), '');
      return new;
    end $$
  `.execute(lab.db)
  await sql`create trigger note_the_way before insert on lifecycle_event for each row execute function note_the_way()`.execute(
    lab.db,
  )
  onTestFinished(async () => void (await sql`drop function note_the_way() cascade`.execute(lab.db)))

  const scannedAt = testNow.toISOString()
  for (const [body, key] of [
    [{ identifier: byId?.id.toUpperCase() }],
    [{ identifier: byTubeId?.alias.toLowerCase(), notes: '' }],
    [{ identifier: withKey?.id, notes: 'on dry ice ' }, 'scan'],
    [{ identifier: stored?.alias, scannedAt }],
    [{ identifier: collected.id }],
  ] as const) {
    expect((await receive(body, key)).statusCode).toBe(200)
  }
  const events = await lab.db.selectFrom('lifecycle_event').select('notes').orderBy('id').execute()
  expect(events.map(({ notes }) => notes)).toEqual([
    'server',
    'server',
    'on dry iceserver',
    'server',
    'server',
  ])
})

/** Returns the statements that a receipt has sent to the database. */
async function sentWhile(send: () => ReturnType<typeof receive>) {
  const query = vi.spyOn(NamingClient.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  expect((await send()).statusCode).toBe(200)
  const texts = query.mock.calls.map(([text]) => String(text))
  // The session is looked up once a second, and others are notified after the receipt.
  return texts.filter((text) => !/inner join "person"|pg_notify/.test(text))
}

test('a receipt with the time of its scan sends the database one statement', async () => {
  const [tube] = await addTubes(1)
  const scannedAt = testNow.toISOString()
  const texts = await sentWhile(() => receive({ identifier: tube?.id, scannedAt }))
  expect(texts).toEqual([expect.stringContaining('insert into lifecycle_event')])
})

test('of receipts that are written together each has the time of its scan, and all samples change at the last request', async () => {
  const tubes = await addTubes(3)
  const after = (seconds: number) => new Date(testNow.getTime() + seconds * 1000)
  const written = await insertReceipts(
    lab.db,
    tubes.map(({ alias }, index) => ({
      identifier: alias,
      receivedAt: after(index),
      notes: undefined,
      claim: undefined,
      actor: { userId: 'ada', at: after(index) },
    })),
  )
  expect(written).toMatchObject(
    tubes.map(({ id }, index) => ({ sample: { id, receivedTimestamp: after(index).toISOString() } })),
  )
  const samples = await lab.db.selectFrom('sample').select('updated_at').execute()
  expect(samples.map(({ updated_at }) => updated_at)).toEqual([after(2), after(2), after(2)])
})

test('a receipt that the database refuses fails alone', async () => {
  const [bad, ...good] = await addTubes(10)
  await sql`
    create function refuse_bad() returns trigger language plpgsql as $$
    begin
      if new.notes = 'bad' then raise exception 'refused for the test'; end if;
      return new;
    end $$
  `.execute(lab.db)
  await sql`create trigger refuse_bad before insert on lifecycle_event for each row execute function refuse_bad()`.execute(
    lab.db,
  )
  onTestFinished(async () => void (await sql`drop function refuse_bad() cascade`.execute(lab.db)))

  const [badReply, ...replies] = await Promise.all([
    receive({ identifier: bad?.id, notes: 'bad' }),
    ...good.map(({ id }) => receive({ identifier: id })),
  ])
  expect(badReply?.statusCode).toBe(500)
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200))
  expect(await lab.db.selectFrom('lifecycle_event').select('id').execute()).toHaveLength(9)
})

test('notes are kept as they were seen when they were typed, and notes that cannot be kept refuse no other receipt', async () => {
  const kept = [...hostileNames, 'two\u2028lines', 'null', '{"a": [1,5]}', '0,5 ml']
  const tubes = await addTubes(kept.length + unstorableTexts.length)
  const notes = [...kept, ...unstorableTexts]
  const replies = await Promise.all(
    tubes.map(({ id }, index) => receive({ identifier: id, notes: notes[index] })),
  )

  expect(replies.slice(0, kept.length).map(({ statusCode }) => statusCode)).toEqual(kept.map(() => 200))
  expect(replies.slice(kept.length).map(({ statusCode }) => statusCode)).toEqual(
    unstorableTexts.map(() => 400),
  )
  const events = await lab.db.selectFrom('lifecycle_event').select(['sample_id', 'notes']).execute()
  const notesOf = new Map(events.map((event) => [event.sample_id, event.notes]))
  expect(tubes.slice(0, kept.length).map(({ id }) => notesOf.get(id))).toEqual(
    kept.map((text) => asComposed(text).trim()),
  )
})

test('more receipts at once than fit into the groups under way are all written', async () => {
  const tubes = await addTubes(250)
  const replies = await Promise.all(tubes.map(({ alias }) => receive({ identifier: alias })))
  expect(replies.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
  expect(
    await lab.db.selectFrom('audit_event').select('id').where('action', '=', 'sample.receive').execute(),
  ).toHaveLength(250)
})
