import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { cancelWaiting } from '../../test/overlap.ts'
import { emptyTables, openTestDatabase } from '../../test/test-database.ts'
import { unaudited } from '../../test/unaudited.ts'
import type { Db } from '../db/database.ts'
import { ErasedCleaner } from './erased-cleaner.ts'
import { listErasuresToClean, vacuumErased } from './vacuum-erased-queries.ts'

const lab = await openLab()
const other = await openTestDatabase()
afterAll(other.close)

type Waits = { snapshotWaitMs?: number; lockTimeoutMs?: number; firstPauseMs?: number }
/** A cleaner, what it has logged, and how often the tables that it cleans last were analysed. */
async function openCleaner(waits: Waits = {}) {
  const errors: string[] = []
  const log = { error: (message: string) => errors.push(message) }
  const cleaner = new ErasedCleaner({ db: lab.db, ownsServer: false, log: log as never, ...waits })
  const before = await readRuns()
  return { cleaner, errors, runs: async () => (await readRuns()) - before }
}

/** The last table that is analysed. */
const readRuns = async () => {
  const { rows } = await sql<{ runs: number }>`
    select pg_stat_get_analyze_count('sign_in_attempt'::regclass)::int as runs
  `.execute(lab.db)
  return rows[0]?.runs ?? 0
}
const fileOfSamples = async () => {
  const { rows } = await sql<{ file: string }>`select pg_relation_filepath('sample') as file`.execute(lab.db)
  return rows[0]?.file
}
const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock' and query like 'vacuum%'`
const untilWaiting = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where ${isWaiting}`.execute(lab.db)
    expect(rows).toHaveLength(1)
  }, 20_000)
/** Waits long for what other workers of the tests do in their databases of the same PostgreSQL. */
const vacuumAll = async (db = lab.db) => {
  const vacuumed = await vacuumErased(db, { ownsServer: false, snapshotWaitMs: 60_000 })
  expect(vacuumed).toEqual({ left: [], readByOlder: [], failed: [] })
}
/** Lets nobody clean the samples, which come first, until the work is done. */
const whileInUse = (work: () => Promise<void>) =>
  lab.db.transaction().execute(async (trx) => {
    await sql`lock table sample in access share mode`.execute(trx)
    await work()
  })

const addErasure = () =>
  unaudited(lab.db, (trx) =>
    trx
      .insertInto('erasure')
      .values({
        id: randomUUID(),
        erased_at: testNow,
        erased_by: 'ada',
        reason: 'Withdrawn',
        samples: 'keep',
        salt: Buffer.alloc(16),
        subject_hash: Buffer.alloc(32),
        num_samples: 0,
        num_events: 0,
        num_deleted_rows: 0,
      })
      .execute(),
  )

async function addErasureAndRequest(cleaner: ErasedCleaner): Promise<void> {
  await addErasure()
  cleaner.request()
}

test('one run serves all erasures that were made while another run was busy', async () => {
  const { cleaner, errors, runs } = await openCleaner()
  await whileInUse(async () => {
    await addErasureAndRequest(cleaner)
    await untilWaiting()
    for (const _ of ['second', 'third', 'fourth']) await addErasureAndRequest(cleaner)
  })
  await vi.waitFor(async () => expect(await runs()).toBe(2), { timeout: 20_000 })
  // A third run would be ahead of this one at each table.
  await vacuumAll()
  expect(await runs()).toBe(2 + 1)
  expect(errors).toEqual([])
})

test('nothing is cleaned again for an erasure that the run under way serves', async () => {
  const { cleaner, errors, runs } = await openCleaner()
  await addErasure()
  await whileInUse(async () => {
    await addErasureAndRequest(cleaner)
    await untilWaiting()
    cleaner.request()
  })
  await vi.waitFor(async () => expect(await listErasuresToClean(lab.db)).toEqual([]), { timeout: 20_000 })
  // Another run would be ahead of this one at each table.
  await vacuumAll()
  expect(await runs()).toBe(1 + 1)
  expect(errors).toEqual([])
})

test('a table that a backup holds is cleaned once the backup has ended, and before that the tables after it', async () => {
  const { cleaner, errors, runs } = await openCleaner({ lockTimeoutMs: 50, firstPauseMs: 10 })
  const before = await fileOfSamples()
  await whileInUse(async () => {
    await addErasureAndRequest(cleaner)
    await vi.waitFor(async () => expect(await runs()).toBe(1), { timeout: 20_000 })
    expect(await fileOfSamples()).toBe(before)
  })
  // Written anew, in another file.
  await vi.waitFor(async () => expect(await fileOfSamples()).not.toBe(before), { timeout: 20_000 })
  expect(errors).toEqual([])
})

const isInFileOfSamples = async (text: string) => {
  await sql`checkpoint`.execute(lab.db)
  const { rows } = await sql<{ place: number }>`
    select position(${text}::bytea in pg_read_binary_file(pg_relation_filepath('sample'))) as place
  `.execute(lab.db)
  return rows[0]?.place !== 0
}

test.each([
  ['reads', 'select 1', lab.db],
  ['changes', 'select pg_current_xact_id()', lab.db],
  ['changes another database', 'select pg_current_xact_id()', other.db],
])(
  'the files are clean once a transaction has ended that began before the erasure and %s',
  async (_, statement, db) => {
    const { cleaner, errors } = await openCleaner({ snapshotWaitMs: 50, firstPauseMs: 10 })
    const notes = `Zq8 ${randomUUID()}`
    await lab.addSample({ notes })
    const isolation = statement === 'select 1' ? 'repeatable read' : 'read committed'
    await db
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (trx) => {
        await sql.raw(statement).execute(trx)
        await unaudited(lab.db, (erasing) => erasing.updateTable('sample').set({ notes: '' }).execute())
        await addErasure()
        cleaner.request()
        const { readByOlder } = await vacuumErased(lab.db, { ownsServer: false, snapshotWaitMs: 50 })
        expect(readByOlder).toContain('sample')
        expect(await isInFileOfSamples(notes)).toBe(true)
        expect(await listErasuresToClean(lab.db)).not.toEqual([])
      })
    await vi.waitFor(async () => expect(await listErasuresToClean(lab.db)).toEqual([]), { timeout: 20_000 })
    expect(await isInFileOfSamples(notes)).toBe(false)
    expect(errors).toEqual([])
  },
)

test('the log says that an older transaction has to end first, if it has not after the last attempt', async () => {
  const { cleaner, errors } = await openCleaner({ snapshotWaitMs: 0, firstPauseMs: 1 })
  await lab.db.transaction().execute(async (trx) => {
    await sql`select pg_current_xact_id()`.execute(trx)
    await addErasure()
    cleaner.request()
    await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 30_000 })
  })
  expect(errors[0]).toMatch(
    /files: .*, sample, .*, pg_statistic: an older transaction may still read them; end it before 'vacuum full'$/,
  )
})

test('an erasure counts as cleaned only once PostgreSQL has applied the setting to overwrite its old log', async () => {
  await addErasure()
  await lab.db.connection().execute(async (db) => {
    // A setting of the connection stays when the server has another one.
    await sql`set wal_recycle = on`.execute(db)
    const errors: string[] = []
    const log = { error: (message: string) => errors.push(message) }
    const waits = { snapshotWaitMs: 60_000, reloadWaitMs: 0, firstPauseMs: 1 }
    const cleaner = new ErasedCleaner({ db, ownsServer: true, log: log as never, ...waits })
    try {
      cleaner.request()
      await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 30_000 })
      expect(errors[0]).toMatch(/files: write-ahead log: the database did not apply the setting wal_recycle$/)
      expect(await listErasuresToClean(db)).toHaveLength(1)
    } finally {
      await sql`reset wal_recycle`.execute(db)
    }
    cleaner.request()
    await vi.waitFor(async () => expect(await listErasuresToClean(db)).toEqual([]), { timeout: 30_000 })
    expect(errors).toHaveLength(1)
  })
})

/** In place of the slots of the server: without a log for replication it can have none. */
const withSlot = (columns: string, work: (db: Db) => Promise<void>) =>
  lab.db.connection().execute(async (db) => {
    await sql.raw(`create temp view pg_replication_slots as select ${columns}`).execute(db)
    try {
      await work(db)
    } finally {
      await sql`drop view pg_temp.pg_replication_slots`.execute(db)
    }
  })

test.each([
  ['a standby', `'3'::xid as xmin, null::xid as catalog_xmin`, expect.arrayContaining(['sample'])],
  ['a subscriber', `null::xid as xmin, '3'::xid as catalog_xmin`, ['pg_statistic']],
])('what %s that is behind may still read is left until it has caught up', async (_, columns, left) => {
  await withSlot(columns, async (db) => {
    await vi.waitFor(
      async () => {
        const { readByOlder } = await vacuumErased(db, { ownsServer: false, snapshotWaitMs: 50 })
        expect(readByOlder).toEqual(left)
      },
      { timeout: 40_000 },
    )
  })
  await vacuumAll()
})

test('a table that takes too long is named in the log and not tried again; the others, and the next erasure, are served', async () => {
  const { cleaner, errors, runs } = await openCleaner()
  await whileInUse(async () => {
    await addErasureAndRequest(cleaner)
    await untilWaiting()
    // What a statement that exceeds its time gets too.
    await cancelWaiting(lab.db)
    await vi.waitFor(async () => expect(await runs()).toBe(1), { timeout: 20_000 })
    await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 20_000 })
  })
  await addErasureAndRequest(cleaner)
  await vi.waitFor(async () => expect(await runs()).toBe(2), { timeout: 20_000 })
  expect(errors).toEqual([
    'old row versions of an erased subject were not removed from the files: sample: canceling statement due to user request',
  ])
})

test('what a server has left that was stopped while a table was in use, the next one cleans, once', async () => {
  await addErasure()
  const before = await fileOfSamples()
  const stopped = await openCleaner({ lockTimeoutMs: 50, firstPauseMs: 60_000 })
  await whileInUse(async () => {
    stopped.cleaner.request()
    await vi.waitFor(async () => expect(await stopped.runs()).toBe(1), { timeout: 20_000 })
    stopped.cleaner.stop()
    await vi.waitFor(() => expect(stopped.errors).toHaveLength(1), { timeout: 20_000 })
  })
  expect(await fileOfSamples()).toBe(before)

  await lab.startServer()
  await vi.waitFor(async () => expect(await listErasuresToClean(lab.db)).toEqual([]), { timeout: 20_000 })
  const cleaned = await fileOfSamples()
  expect(cleaned).not.toBe(before)
  const next = await openCleaner()
  await next.cleaner.resume()
  await lab.startServer()
  expect(await next.runs()).toBe(0)
  expect(await fileOfSamples()).toBe(cleaned)
})

test('a stop ends the cleaning of the present table, and cleans no other one', async () => {
  const { cleaner, errors, runs } = await openCleaner({ lockTimeoutMs: 60_000 })
  await addErasure()
  await whileInUse(async () => {
    cleaner.request()
    await untilWaiting()
    cleaner.stop()
    await vi.waitFor(() => expect(errors).toEqual([expect.stringContaining('the server stops')]), 20_000)
  })
  expect(await runs()).toBe(0)
  expect(await listErasuresToClean(lab.db)).toHaveLength(1)
})

const endConnectionOfCleaner = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where ${isWaiting}`.execute(lab.db)

test('a run that loses the database is repeated once the database replies', async () => {
  const { cleaner, errors } = await openCleaner({ firstPauseMs: 10 })
  const before = await fileOfSamples()
  await whileInUse(async () => {
    await addErasureAndRequest(cleaner)
    await untilWaiting()
    await endConnectionOfCleaner()
    await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 20_000 })
  })
  await vi.waitFor(async () => expect(await listErasuresToClean(lab.db)).toEqual([]), { timeout: 20_000 })
  expect(await fileOfSamples()).not.toBe(before)
  expect(errors).toEqual([expect.stringMatching(/; they are cleaned once the database replies$/)])
})

test('a cleaning that loses the database each time is left for the next start', async () => {
  const { cleaner, errors } = await openCleaner({ firstPauseMs: 10 })
  await whileInUse(async () => {
    await addErasureAndRequest(cleaner)
    for (let run = 1; run <= 6; run++) {
      await untilWaiting()
      await endConnectionOfCleaner()
      await vi.waitFor(() => expect(errors).toHaveLength(run), { timeout: 20_000 })
    }
  })
  expect(errors.at(-1)).toMatch(/; they are cleaned after the next start$/)
  expect(await listErasuresToClean(lab.db)).toHaveLength(1)
})

test('an erasure that is made while a run loses the database is served by another run', async () => {
  const { cleaner, errors, runs } = await openCleaner({ firstPauseMs: 10 })
  await whileInUse(async () => {
    await addErasureAndRequest(cleaner)
    await untilWaiting()
    await addErasureAndRequest(cleaner)
    await endConnectionOfCleaner()
    await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 20_000 })
  })
  await vi.waitFor(async () => expect(await runs()).toBe(1), { timeout: 20_000 })
})

/** Tables and indexes whose statistics hold a text. */
async function statisticsWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct starelid::regclass::text as name from pg_statistic stored
    where stored::text ilike ${`%${text}%`} order by name
  `.execute(lab.db)
  return rows.map(({ name }) => name)
}

const { rows: versions } = await sql<{ version: number }>`
  select current_setting('server_version_num')::int as version
`.execute(lab.db)

test.runIf((versions[0]?.version ?? 0) >= 180_000)(
  'the statistics of the planner have no value of a table or index that the erasure has emptied',
  async () => {
    const subject = 'Zq7-Withdrawn'
    for (let n = 0; n < 5; n += 1) await lab.addSample({ name: `S-${n}`, subject_id: subject })
    await sql`analyze sample`.execute(lab.db)
    expect(await statisticsWith(subject)).toEqual(['sample', 'sample_by_subject', 'sample_subject_search'])

    await unaudited(lab.db, (trx) => trx.updateTable('sample').set({ subject_id: null }).execute())
    await vacuumAll()
    expect(await statisticsWith(subject)).toEqual([])

    await unaudited(lab.db, (trx) => trx.updateTable('sample').set({ notes: subject }).execute())
    await sql`analyze sample`.execute(lab.db)
    expect(await statisticsWith(subject)).toContain('sample')

    await emptyTables(lab.db)
    await vacuumAll()
    expect(await statisticsWith(subject)).toEqual([])
  },
)
