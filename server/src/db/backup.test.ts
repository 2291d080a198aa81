import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { edited, restore, rowsOf } from '../../test/backups.ts'
import { openLab } from '../../test/lab.ts'
import { fillOldDatabase } from '../../test/old-database.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { fill, smallDisk } from '../../test/small-disk.ts'
import { openEmptyDatabase, openTestDatabase } from '../../test/test-database.ts'
import { unaudited } from '../../test/unaudited.ts'
import { StartError } from '../errors/start-error.ts'
import { skipIssuedNumbers } from './backup-tables.ts'
import type { Db } from './database.ts'
import { lastMigration, lockMigrations, migrate, migrationNames } from './migrate.ts'
import { verifyBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { backupTime, writeBackup } from './write-backup.ts'

const lab = await openLab()
const folder = mkdtempSync(path.join(tmpdir(), 'lims-backup-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = path.join(folder, 'lims.backup.gz')
const madeAt = new Date('2026-11-20T12:00:00.000Z')

async function openUnused(): Promise<Db> {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  return db
}

/** One that has never been migrated. */
async function openEmpty(): Promise<Db> {
  const { db, close } = await openEmptyDatabase()
  onTestFinished(close)
  return db
}

beforeEach(async () => {
  const rack = (
    await lab.post('/storage/add', { alias: 'Rack', type: 'RACK', numberRows: 2, numberColumns: 2 })
  ).json().storage.id
  const box = (
    await lab.post('/storage/add', {
      alias: 'Box',
      type: 'BOX',
      numberRows: 9,
      numberColumns: 9,
      parentID: rack,
    })
  ).json().storage.id
  const batch = { name: "O'Hara \\ Zürich 日本 \t😀", description: 'a\nb', numSamples: 30, tubeType: 'EDTA' }
  const { id } = (await lab.post('/batches/add', batch)).json().batch
  const { samples } = (await lab.get('/samples/search', { batchId: id, pageSize: '30' })).json()
  await lab.post('/samples/receive', { identifier: samples[0].id })
  await lab.post('/samples/add-child', { parentSampleId: samples[0].id, count: 3, type: 'PLASMA' })
  await lab.post('/samples/associate', { sampleId: samples[0].id, storageId: box, location: 'C3' })
  await lab.post(`/samples/delete?id=${samples[5].id}`, undefined)
})

test('a restored database is the same row by row, and its numbers continue', async () => {
  await writeBackup(lab.db, file, madeAt)
  const db = await openUnused()
  const backup = await verifyBackup(file)
  const counts = await restoreBackup(db, backup)

  expect(backup.head.madeAt).toBe(madeAt.toISOString())
  expect(counts).toMatchObject({ sample: 32, batch: 1, storage: 2, placement: 2 })
  expect(await rowsOf(db)).toEqual(await rowsOf(lab.db))
  const late = sql`update sample set status = 'RECEIVED' where status = 'UNKNOWN'`.execute(db)
  await expect(late).rejects.toThrow()
})

test('numbers that were given out after the backup do not come again', async () => {
  await writeBackup(lab.db, file, madeAt)
  const added = await lab.post('/storage/add', {
    alias: 'Later',
    type: 'RACK',
    numberRows: 2,
    numberColumns: 2,
  })
  const batch = { name: 'Later', description: 'later', numSamples: 1, tubeType: 'EDTA' }
  const { id } = (await lab.post('/batches/add', batch)).json().batch
  const { samples } = (await lab.get('/samples/search', { batchId: id })).json()
  const { sample } = (await lab.post('/samples/receive', { identifier: samples[0].id })).json()
  const db = await openUnused()
  const skipped = { tubeId: '', storageId: 0 }
  await restoreBackup(db, await verifyBackup(file), async (trx) => {
    Object.assign(skipped, await skipIssuedNumbers(trx))
  })
  expect(skipped.storageId).toBeGreaterThan(added.json().storage.id)
  expect(skipped.tubeId > sample.alias).toBe(true)
  const { rows } = await sql<{ tube: string; storage: number; event: number }>`
    select next_tube_id() as tube, nextval('storage_id_seq')::integer as storage,
      nextval('lifecycle_event_id_seq')::integer as event
  `.execute(db)
  expect(rows[0]).toMatchObject({ storage: skipped.storageId + 1 })
  expect(Number(rows[0]?.tube.slice(1))).toBe(Number(skipped.tubeId.slice(1)) + 1)
  expect(rows[0]?.event).toBeGreaterThan(sample.eventId)
})

test('a backup is restored on a database without a schema', async () => {
  await writeBackup(lab.db, file, madeAt)
  const db = await openEmpty()
  await restore(db, file)
  expect((await rowsOf(db)).tables).toEqual((await rowsOf(lab.db)).tables)
})

test('a backup is restored although the owner of a service account comes 1,000 people after it', async () => {
  await unaudited(lab.db, async (trx) => {
    await sql`
      insert into person (id, name, first_signed_in_at, last_signed_in_at, owner_id)
      select 'service:' || n, 'Robot', ${madeAt}::timestamptz, ${madeAt}::timestamptz, 'ada'
      from generate_series(1, 2) n
    `.execute(trx)
    await sql`
      insert into person (id, name, first_signed_in_at, last_signed_in_at)
      select 'p-' || n, 'Person', ${madeAt}::timestamptz, ${madeAt}::timestamptz from generate_series(1, 1100) n
    `.execute(trx)
    // As a sign-in does: the new version of the row comes after all others.
    await sql`update person set last_signed_in_at = ${madeAt} where id = 'ada'`.execute(trx)
  })
  await writeBackup(lab.db, file, madeAt)
  const db = await openUnused()
  await restore(db, file)
  expect((await rowsOf(db)).tables.person).toEqual((await rowsOf(lab.db)).tables.person)
})

/** Before samples were counted, before there were storages, before it was kept since when a sample waits. */
const earlierOnes = ['0004-lifecycle', '0007-deletions', '0012-sync']

test.each(earlierOnes)('a backup made at %s is brought up to date in an empty database', async (earlier) => {
  const old = await openEmpty()
  await migrate(old, earlier)
  await fillOldDatabase(old)
  await writeBackup(old, file, madeAt)
  await migrate(old)
  const db = await openEmpty()
  await restore(db, file)
  expect((await rowsOf(db)).tables).toEqual((await rowsOf(old)).tables)
})

test('an older backup is refused where the tables are newer, for what it lacks would stay lacking', async () => {
  const old = await openEmpty()
  await migrate(old, migrationNames().at(-2))
  await fillOldDatabase(old)
  await writeBackup(old, file, madeAt)
  const db = await openUnused()
  await expect(restore(db, file)).rejects.toThrow(/is older than this database/)
  expect((await rowsOf(db)).tables.sample).toEqual([])
})

test('a restore that is cut off before the sessions have ended and erasures are applied again restores nothing', async () => {
  await writeBackup(lab.db, file, madeAt)
  const backup = await verifyBackup(file)
  const db = await openUnused()
  const before = await rowsOf(db)
  const cutOff = restoreBackup(db, backup, async (trx) => {
    expect(await trx.selectFrom('sample').select('id').execute()).not.toEqual([])
    throw new Error('the command was killed')
  })
  await expect(cutOff).rejects.toThrow('the command was killed')
  expect((await rowsOf(db)).tables).toEqual(before.tables)

  await restoreBackup(db, backup, async (trx) => {
    await trx.updateTable('session').set({ ended_at: madeAt }).execute()
  })
  expect(await db.selectFrom('session').select('id').where('ended_at', 'is', null).execute()).toEqual([])
})

test('a restore of an older backup that is cut off after it was brought up to date restores nothing', async () => {
  const old = await openEmpty()
  await migrate(old, '0012-sync')
  await fillOldDatabase(old)
  await writeBackup(old, file, madeAt)
  const backup = await verifyBackup(file)
  const db = await openEmpty()
  const cutOff = restoreBackup(db, backup, async (trx) => {
    expect(await trx.selectFrom('erasure').select('id').execute()).toEqual([])
    expect(await trx.selectFrom('sample').select('id').execute()).not.toEqual([])
    throw new Error('the command was killed')
  })
  await expect(cutOff).rejects.toThrow('the command was killed')
  expect(await db.selectFrom('sample').select('id').execute()).toEqual([])

  await migrate(old)
  await restoreBackup(db, backup)
  expect((await rowsOf(db)).tables).toEqual((await rowsOf(old)).tables)
})

test('a migration that fails on the rows of a backup is named, with its reason', async () => {
  const old = await openEmpty()
  await migrate(old, '0012-sync')
  await writeBackup(old, file, madeAt)
  const db = await openEmpty()
  await sql`create table erasure ()`.execute(db)
  await expect(restore(db, file)).rejects.toThrow(
    /^The schema cannot be updated: \d{4}-erasure.*: relation "erasure" already exists$/,
  )
})

test('a server that starts while an older backup is restored waits, and finds it brought up to date', async () => {
  const old = await openEmpty()
  await migrate(old, '0012-sync')
  await writeBackup(old, file, madeAt)
  const db = await openEmpty()
  let starting: Promise<void> | undefined
  await restoreBackup(db, await verifyBackup(file), async () => {
    starting = migrate(db)
    expect(await waitsForLock(db, starting)).toBe(true)
  })
  await starting
  expect(await lastMigration(db)).toBe(migrationNames().at(-1))
})

test('an older backup is refused where a server prepares the database while its restore begins', async () => {
  const old = await openEmpty()
  await migrate(old, '0012-sync')
  await writeBackup(old, file, madeAt)
  const db = await openEmpty()
  const { starting, restoring } = await db.transaction().execute(async (trx) => {
    await lockMigrations(trx)
    const server = migrate(db)
    expect(await waitsForLock(db, server)).toBe(true)
    const restored = restore(db, file)
    restored.catch(() => {})
    expect(await waitsForLock(db, restored, 1)).toBe(true)
    return { starting: server, restoring: restored }
  })
  await starting
  await expect(restoring).rejects.toThrow(
    `Nothing restored: ${file} is older than this database, which has the tables of this version already.`,
  )
})

test('a restore that a deadlock with a server on the same database has ended is tried again', async () => {
  await writeBackup(lab.db, file, madeAt)
  const db = await openUnused()
  const backup = await verifyBackup(file)
  await db.connection().execute(async (connection) => {
    // It looks once for a deadlock, which must be there by then on a busy machine too.
    await sql`set deadlock_timeout = '3s'`.execute(connection)
    const restoring = await db.transaction().execute(async (reading) => {
      await sql`set local deadlock_timeout = '1min'`.execute(reading)
      await sql`lock table sample in row exclusive mode`.execute(reading)
      const restored = restoreBackup(connection, backup)
      expect(await waitsForLock(db, restored)).toBe(true)
      await sql`lock table batch in row exclusive mode`.execute(reading)
      return { restored }
    })
    expect((await restoring.restored).sample).toBeGreaterThan(0)
  })
})

test('of two restores at once one is refused, and what the other has restored stays', async () => {
  await writeBackup(lab.db, file, madeAt)
  const db = await openUnused()
  const outcomes = await Promise.allSettled([restore(db, file), restore(db, file)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { message: expect.stringMatching(/unused database/) } })
  expect((await rowsOf(db)).tables).toEqual((await rowsOf(lab.db)).tables)
})

test('what a killed backup has left is removed by the next one a day later, and nothing else is', async () => {
  const unfinished = (ofFile: string) => `${ofFile}.${crypto.randomUUID()}.unfinished`
  const ofLastNight = path.join(folder, 'lims-2026-11-19.backup.gz')
  const abandoned = [unfinished(file), unfinished(ofLastNight)]
  const underWay = [unfinished(file), unfinished(ofLastNight)]
  const foreign = [unfinished(path.join(folder, 'film.mp4')), `${file}.mine.unfinished`]
  const kept = [...underWay, ...foreign]
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const one of [...abandoned, ...kept]) writeFileSync(one, '')
  for (const one of [...abandoned, ...foreign]) utimesSync(one, twoDaysAgo, twoDaysAgo)
  await writeBackup(lab.db, file, madeAt)
  expect(abandoned.filter((one) => existsSync(one))).toEqual([])
  expect(kept.filter((one) => !existsSync(one))).toEqual([])
  for (const one of kept) rmSync(one)
})

test('a file that cannot be written is named in one sentence', async () => {
  const inNoFolder = path.join(folder, 'none', 'lims.backup.gz')
  await expect(writeBackup(lab.db, inNoFolder, madeAt)).rejects.toThrow(
    `Nothing saved: there is no folder ${path.dirname(inNoFolder)}.`,
  )
  await expect(writeBackup(lab.db, inNoFolder, madeAt)).rejects.toThrow(StartError)
  const tooLong = path.join(folder, `${'a'.repeat(240)}.backup.gz`)
  await expect(writeBackup(lab.db, tooLong, madeAt)).rejects.toThrow(
    `Nothing saved: ENAMETOOLONG: name too long, open '${tooLong}.`,
  )
  await expect(writeBackup(lab.db, tooLong, madeAt)).rejects.toThrow(StartError)
})

test.runIf(process.getuid?.() === 0)(
  'a backup leaves the space that the database needs, and no unfinished file',
  async () => {
    const disk = smallDisk(200)
    const onDisk = path.join(disk, 'lims.backup.gz')
    const makeRoom = fill(disk, 120)
    await expect(writeBackup(lab.db, onDisk, madeAt)).rejects.toThrow(
      new StartError(`Nothing saved: less than 128 MB are free in ${disk}.`),
    )
    expect(readdirSync(disk)).toEqual(['ballast'])
    makeRoom()
    expect(await writeBackup(lab.db, onDisk, madeAt)).toMatchObject({ sample: 32 })
  },
)

test('backups to one file at once are each whole, and nothing else is left in the folder', async () => {
  const shared = path.join(mkdtempSync(path.join(folder, 'shared-')), 'lims.backup.gz')
  const counts = await Promise.all([1, 2, 3].map(() => writeBackup(lab.db, shared, madeAt)))
  expect((await verifyBackup(shared)).counts).toMatchObject({
    sample: 32,
    audit_event: counts[0]?.audit_event,
  })
  expect(readdirSync(path.dirname(shared))).toEqual(['lims.backup.gz'])
})

test('a symbolic link stays, and the backup is written to what it points to, whether that is there or not', async () => {
  const own = mkdtempSync(path.join(folder, 'linked-'))
  const vault = path.join(own, 'vault')
  mkdirSync(vault)
  const saved = path.join(vault, 'lims.backup.gz')
  const link = path.join(own, 'latest.backup.gz')
  symlinkSync('first.backup.gz', link)
  symlinkSync('vault/lims.backup.gz', path.join(own, 'first.backup.gz'))
  for (const madeOn of [madeAt, new Date('2026-11-21T12:00:00.000Z')]) {
    await writeBackup(lab.db, link, madeOn)
    expect(readlinkSync(link)).toBe('first.backup.gz')
    expect((await verifyBackup(saved)).head.madeAt).toBe(madeOn.toISOString())
  }
  expect([readdirSync(own).sort(), readdirSync(vault)]).toEqual([
    ['first.backup.gz', 'latest.backup.gz', 'vault'],
    ['lims.backup.gz'],
  ])
  const circle = path.join(own, 'circle.backup.gz')
  symlinkSync(circle, circle)
  await expect(writeBackup(lab.db, circle, madeAt)).rejects.toThrow(
    `Nothing saved: the symbolic link ${circle} leads in a circle.`,
  )
})

test('a database without a schema is not saved as an empty one', async () => {
  await expect(writeBackup(await openEmpty(), file, madeAt)).rejects.toThrow(/holds nothing yet/)
})

test('a backup is not restored into a database that is in use, which stays as it is', async () => {
  await writeBackup(lab.db, file, madeAt)
  const before = await rowsOf(lab.db)
  await expect(restore(lab.db, file)).rejects.toThrow(
    /unused database.* has signed in.* Use an empty database/,
  )
  expect(await rowsOf(lab.db)).toEqual(before)
})

const spoilt: [string, (whole: Buffer) => Buffer, RegExp][] = [
  ['is cut short', (whole) => whole.subarray(0, whole.length / 2), /cannot be read whole/],
  ['has a flipped bit', (whole) => flipped(whole), /cannot be read whole/],
  [
    'lacks a row',
    (whole) => edited(whole, (lines) => lines.filter((_, index) => index !== 20)),
    /cannot be read whole/,
  ],
  ['lacks its end', (whole) => edited(whole, (lines) => lines.slice(0, -2)), /its end is missing/],
  ['is something else', () => Buffer.from('name,volume\n'), /cannot be read whole|no backup/],
  [
    'comes from a newer program',
    (whole) =>
      edited(whole, ([head = '', ...rest]) => [
        head.replace(/"migration":"\d+/, '"migration":"9999'),
        ...rest,
      ]),
    /newer version/,
  ],
]
function flipped(whole: Buffer) {
  const copy = Buffer.from(whole)
  copy[copy.length - 300] = (copy[copy.length - 300] ?? 0) ^ 4
  return copy
}

test.each(spoilt)('a backup that %s is refused, and nothing is restored', async (_, spoil, words) => {
  await writeBackup(lab.db, file, madeAt)
  const bad = path.join(folder, 'bad.backup.gz')
  writeFileSync(bad, spoil(readFileSync(file)))
  const db = await openUnused()
  await expect(restore(db, bad)).rejects.toThrow(words)
  const { n } = (await sql<{ n: number }>`select count(*)::int as n from sample`.execute(db)).rows[0] ?? {
    n: -1,
  }
  expect(n).toBe(0)
  await migrate(db)
})

test('a backup of a database in use holds the state of one instant', async () => {
  const saving = writeBackup(lab.db, file, madeAt)
  await lab.post('/batches/add', { name: 'Later', description: 'b', numSamples: 100, tubeType: 'EDTA' })
  const counts = await saving
  const db = await openUnused()
  await restore(db, file)
  const { rows } = await sql<{ samples: number; counted: number }>`
    select (select count(*)::int from sample) as samples, (select sum(samples)::int from sample_count) as counted
  `.execute(db)
  expect(rows[0]?.samples).toBe(counts.sample)
  expect(rows[0]?.counted).toBe(counts.sample)
})

test('a database that is updated while its backup is written is not saved under its former version', async () => {
  const db = await openEmpty()
  await migrate(db, migrationNames().at(-2))
  const saved = path.join(mkdtempSync(path.join(folder, 'updated-')), 'lims.backup.gz')
  const saving = await db.transaction().execute(async (trx) => {
    await lockMigrations(trx)
    await sql`lock table sample in access exclusive mode`.execute(trx)
    const backup = writeBackup(db, saved, madeAt)
    backup.catch(() => {})
    expect(await waitsForLock(db, backup)).toBe(true)
    await migrate(trx)
    return { backup }
  })
  await expect(saving.backup).rejects.toThrow(
    'Nothing saved: the database was updated to another version in the meantime. Please try again.',
  )
  expect(readdirSync(path.dirname(saved))).toEqual([])
})

test('a backup that a computer with a fast clock makes is as of the clock of the database', async () => {
  const fast = new Date(Date.now() + 180_000)
  const before = Date.now()
  const time = (await backupTime(lab.db, fast)).getTime()
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
  const slow = new Date(Date.now() - 180_000)
  expect(await backupTime(lab.db, slow)).toEqual(slow)
})
