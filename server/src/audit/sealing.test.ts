import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { createDatabase, dropWithCopies, onServer, openUrl } from '../../test/postgres-database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { readChain } from './chain-queries.ts'
import { commitmentOf, eventText, type SealedEvent } from './event-text.ts'
import { insertSeal, readHorizon, tryLockSealing } from './seal-queries.ts'
import { Sealer, sealBeforeErasure } from './sealer.ts'
import { verifyChain } from './verify-chain.ts'

const lab = await openLab()
const newSealer = () => new Sealer({ db: lab.db, now: () => testNow, log: { error: () => {} } })
const verify = () => verifyChain(readChain(lab.db), { now: testNow })
const seals = () => lab.db.selectFrom('audit_seal').selectAll().orderBy('number').execute()
const sealed = async () =>
  (await lab.db.selectFrom('audit_commitment').select('event_id').orderBy('event_id').execute()).map(
    ({ event_id }) => event_id,
  )
const addEvents = (count: number, db = lab.db) =>
  sql`insert into audit_event (at, person_id, action, entity_type, entity_id, after)
    select ${testNow}, 'ada', 'sample.update', 'sample', n::text, jsonb_build_object('n', n)
    from generate_series(1, ${count}::int) n`.execute(db)

const text = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .filter((it) => !it.includes('\0') && it.isWellFormed())
const content = fc.option(fc.dictionary(text, fc.jsonValue({ maxDepth: 2, noUnicodeString: false })), {
  nil: null,
})

test('PostgreSQL and this program commit to the same text of an event, whatever it holds', async () => {
  const event = fc.record({
    at: fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
    microseconds: fc.integer({ min: 0, max: 999 }),
    personId: text,
    entityId: text,
    reason: fc.option(text, { nil: null }),
    tokenId: fc.option(fc.uuid(), { nil: null }),
    before: content,
    after: content,
  })
  await fc.assert(
    fc.asyncProperty(event, async (given) => {
      const json = (value: object | null) => (value ? JSON.stringify(value).replaceAll('\\u0000', '') : null)
      const { rows } = await sql<SealedEvent & { expected: string }>`
        insert into audit_event (at, person_id, action, entity_type, entity_id, before, after, reason, token_id)
        values (${given.at}::timestamptz + ${given.microseconds} * interval '1 microsecond', ${given.personId},
          'sample.update', 'sample', ${given.entityId}, ${json(given.before)}::jsonb, ${json(given.after)}::jsonb,
          ${given.reason}, ${given.tokenId})
        returning audit_event_text(audit_event) as expected, id,
          to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
          person_id as "personId", token_id::text as "tokenId", action, entity_type as "entityType",
          entity_id as "entityId", before::text as before, after::text as after, reason
      `.execute(lab.db)
      for (const { expected, ...saved } of rows) expect(eventText(saved)).toBe(expected)
    }),
    { numRuns: 300 },
  )
  await newSealer().sealAll()
  expect(await verify()).toMatchObject({ finding: null, unsealed: 0 })
})

test('events are sealed in order, a thousand at a time, and the chain verifies', async () => {
  await addEvents(2500)
  expect(await newSealer().sealAll()).toBe(2501)
  expect(
    (await seals()).map(({ number, first_event, last_event, events }) => [
      number,
      first_event,
      last_event,
      events,
    ]),
  ).toEqual([
    [1, 1, 1000, 1000],
    [2, 1001, 2000, 1000],
    [3, 2001, 2501, 501],
  ])
  expect(await verify()).toEqual({
    seals: 3,
    events: 2501,
    erased: 0,
    unsealed: 0,
    anchors: 0,
    finding: null,
  })
})

test('without new events there is no new seal', async () => {
  const sealer = newSealer()
  await sealer.sealAll()
  const before = await seals()
  expect(await sealer.sealAll()).toBe(0)
  expect(await seals()).toEqual(before)
})

test('an event whose transaction commits after later ones is sealed when it comes', async () => {
  const sealer = newSealer()
  const [isSaved, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = inTransaction(lab.db, async (trx) => {
    await sql`insert into audit_event (at, person_id, action, entity_type, entity_id)
      values (${testNow}, 'ada', 'sample.update', 'sample', 'late')`.execute(trx)
    isSaved.resolve()
    await mayEnd.promise
  })
  await isSaved.promise
  await addEvents(3)
  expect(await sealer.sealAll()).toBe(4)
  expect(await sealed()).toEqual([1, 3, 4, 5])
  mayEnd.resolve()
  await late
  expect(await sealer.sealAll()).toBe(1)
  expect(await sealed()).toEqual([1, 2, 3, 4, 5])
  expect(await verify()).toMatchObject({ seals: 2, events: 5, finding: null })
})

test('ids of a transaction that was rolled back are not a gap in the chain', async () => {
  const undone = inTransaction(lab.db, async (trx) => {
    await sql`insert into audit_event (at, person_id, action, entity_type, entity_id)
      values (${testNow}, 'ada', 'sample.update', 'sample', 'undone')`.execute(trx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await addEvents(2)
  await newSealer().sealAll()
  expect(await sealed()).toEqual([1, 3, 4])
  expect(await verify()).toMatchObject({ finding: null })
})

test('one server seals at a time, and the other one does not wait', async () => {
  await addEvents(3)
  await inTransaction(lab.db, async (trx) => {
    expect(await tryLockSealing(trx)).toBe(true)
    expect(await newSealer().sealAll()).toBe(0)
  })
  await Promise.all([newSealer().sealAll(), newSealer().sealAll(), newSealer().sealAll()])
  expect(await sealed()).toEqual([1, 2, 3, 4])
  expect(await verify()).toMatchObject({ finding: null })
})

test('an erasure waits for a server that seals, and no server seals until the erasure ends', async () => {
  await addEvents(3)
  const erasing = await inTransaction(lab.db, async (trx) => {
    await tryLockSealing(trx)
    const done = inTransaction(lab.db, async (erasure) => {
      await sealBeforeErasure(erasure, testNow)
      expect(await newSealer().sealAll()).toBe(0)
    })
    expect(await waitsForLock(lab.db, done)).toBe(true)
    return { done }
  })
  await erasing.done
  expect(await sealed()).toEqual([1, 2, 3, 4])
  await addEvents(1)
  expect(await newSealer().sealAll()).toBe(1)
})

test('the horizon never passes an event that waits for the next seal', async () => {
  await addEvents(2500)
  const sealNext = () =>
    inTransaction(lab.db, async (trx) => {
      const horizon = await readHorizon(trx)
      return [horizon, await insertSeal(trx, { horizon, settled: 2501, now: testNow })]
    })
  const steps = [await sealNext(), await sealNext(), await sealNext(), await sealNext()]
  expect(steps).toEqual([
    [0, 1000],
    [1000, 1000],
    [2000, 501],
    [2501, 0],
  ])
  expect(await verify()).toMatchObject({ seals: 3, events: 2501, finding: null })
})

test('events after a recovery to an earlier time are sealed by the server that ran on, which says what is to do', async () => {
  const server = inject('postgresUrl')
  const { name, url } = await createDatabase(server, inject('migrated'))
  onTestFinished(() => dropWithCopies(server, name))
  const earlier = await createDatabase(server, name)
  const { db, close } = await openUrl(url)
  onTestFinished(close)
  const errors: string[] = []
  const log = { error: (line: string) => errors.push(line) }
  const sealer = new Sealer({ db, now: () => testNow, log: log as never, settleMs: 0 })
  await addEvents(20, db)
  for (const sealed of [20, 0, 0]) expect(await sealer.sealAll()).toBe(sealed)

  await onServer(server, `drop database ${name} with (force)`)
  await onServer(server, `alter database ${earlier.name} rename to ${name}`)
  await addEvents(3, db)
  expect(errors).toEqual([])
  expect(await sealer.sealAll()).toBe(3)
  expect(errors).toEqual([expect.stringMatching(/^The database was recovered to an earlier time\. Stop /)])
  await addEvents(30, db)
  expect(await sealer.sealAll()).toBe(30)
  expect(errors).toHaveLength(1)
  const later = minutesLater(60)
  expect(await verifyChain(readChain(db), { now: later })).toMatchObject({
    events: 33,
    unsealed: 0,
    finding: null,
  })
})

test('what sealing sets for the planner ends with its transaction', async () => {
  const plans = await lab.db.connection().execute(async (connection) => {
    await sql`reset all`.execute(connection)
    await connection.transaction().execute((trx) => tryLockSealing(trx))
    const { rows } = await sql`
      select current_setting('enable_seqscan') as seqscan, current_setting('enable_hashjoin') as hashjoin
    `.execute(connection)
    return rows
  })
  expect(plans).toEqual([{ seqscan: 'on', hashjoin: 'on' }])
})

test('a salt makes equal events different commitments', async () => {
  const event: SealedEvent = {
    id: 1,
    at: '2026-11-20T09:00:00.000000Z',
    personId: 'ada',
    tokenId: null,
    action: 'sample.update',
    entityType: 'sample',
    entityId: 's',
    before: null,
    after: null,
    reason: null,
  }
  expect(commitmentOf(event, Buffer.alloc(16, 1))).not.toEqual(commitmentOf(event, Buffer.alloc(16, 2)))
})

test.each(['audit_seal', 'audit_commitment', 'audit_time_stamp', 'audit_export_key'])(
  'the database refuses to change, delete or truncate %s',
  async (table) => {
    await newSealer().sealAll()
    await sql`insert into audit_time_stamp values (1, '\\x00', '\\x00', now())`.execute(lab.db)
    await sql`insert into audit_export_key values (1, '\\x00', '\\x00', now())`.execute(lab.db)
    const column = sql.ref(
      { audit_seal: 'events', audit_commitment: 'seal', audit_time_stamp: 'seal' }[table] ?? 'id',
    )
    for (const statement of [
      sql`update ${sql.table(table)} set ${column} = 1`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)}`,
    ]) {
      await expect(statement.execute(lab.db)).rejects.toMatchObject({ code: 'LIM02' })
    }
  },
)

test('a server that stops seals what was done last, and what cannot be sealed keeps it from nothing', async () => {
  const sealer = newSealer()
  sealer.start()
  await addEvents(2500)
  await sealer.stop()
  expect(await sealed()).toHaveLength(2501)
  const later = minutesLater(2)
  expect(await verifyChain(readChain(lab.db), { now: later })).toMatchObject({ unsealed: 0, finding: null })

  const errors: string[] = []
  const log = { error: (line: string) => errors.push(line) }
  const failing = new Sealer({
    db: lab.db,
    now: () => {
      throw new Error('no clock')
    },
    log: log as never,
  })
  await failing.stop()
  expect(errors).toEqual(['the audit trail is not sealed for the moment: no clock'])
})
