import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { listDifferingCopies } from '../../test/differing-copies.ts'
import { composed, decomposed, fillOldDatabase, fillWithin, hasTable } from '../../test/old-database.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { onServer, openUrl } from '../../test/postgres-database.ts'
import { dropAll, openEmptyDatabase, openTestDatabase } from '../../test/test-database.ts'
import { unaudited } from '../../test/unaudited.ts'
import { StartError } from '../errors/start-error.ts'
import type { Db } from './database.ts'
import { lockMigrations, migrate, migrationNames, whyUnsuited } from './migrate.ts'

const names = migrationNames()
const { db, close } = await openTestDatabase()
const fresh = await schemaOf(db)
afterAll(close)
beforeEach(() => dropAll(db))

/** Everything that a schema consists of, as PostgreSQL tells it. */
async function schemaOf(db: Db) {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all
    select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace and prolang <> (select oid from pg_language where lanname = 'c')
    order by 1
  `.execute(db)
  return rows.map(({ line }) => line)
}

const countOf = async (db: Db, table: string) =>
  Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n)

test('no two migrations have one number', () => {
  const numbers = names.map((name) => name.slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('a migration that has been merged is never edited: databases have had it, and would differ silently', () => {
  const folder = path.join(import.meta.dirname, 'migrations')
  const checksumOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, file)))
      .digest('hex')
  const files = names.map((name) => `${name}.sql`)
  const merged = readFileSync(path.join(folder, 'checksums.txt'), 'utf8').trimEnd().split('\n')
  expect(files.map((file) => `${checksumOf(file)}  ${file}`)).toEqual(merged)
})

test('a server that starts while another migrates waits for longer than a statement may take', async () => {
  const statementMs = 500
  await db.connection().execute(async (connection) => {
    await sql`select set_config('statement_timeout', ${String(statementMs)}, false)`.execute(connection)
    const { waiting } = await db.transaction().execute(async (trx) => {
      await lockMigrations(trx)
      const waiting = migrate(connection)
      expect(await waitsForLock(db, waiting)).toBe(true)
      await sql`select pg_sleep(${(1.2 * statementMs) / 1000}::float8)`.execute(trx)
      return { waiting }
    })
    await waiting
    const { rows } = await sql`select current_setting('statement_timeout') as limit`.execute(connection)
    expect(rows).toEqual([{ limit: '5min' }])
  })
  expect(await schemaOf(db)).toEqual(fresh)
})

/** A database that each of the following tests brings one migration further, and tries the others in a transaction. */
const staged = await openEmptyDatabase()
afterAll(staged.close)

test.each(names)('from %s on, with data in it, the schema becomes the same as a new one', async (earlier) => {
  await migrate(staged.db, earlier)
  const trx = await staged.db.startTransaction().execute()
  onTestFinished(async () => {
    await trx.rollback().execute()
    // Of what was rolled back, too: see `dropAll`.
    await sql`vacuum`.execute(staged.db)
  })
  await fillWithin(trx)
  const hadSamples = await hasTable(trx, 'sample')

  await lockMigrations(trx)
  await migrate(trx)

  expect(await schemaOf(trx)).toEqual(fresh)
  expect(await countOf(trx, 'person')).toBe(1)
  expect(await countOf(trx, 'sample')).toBe(hadSamples ? 22 : 0)
  expect(await listDifferingCopies(trx)).toEqual([])
  const { rows: ended } = await sql<{ number: number }>`
    select number from custody_event join sample on sample.id = sample_id where ended_put_away
  `.execute(trx)
  expect(ended.map(({ number }) => number)).toEqual(earlier < '0031-check-out' ? [] : [2])
  if (!hadSamples || earlier >= '0050-invisible-characters') return
  const { rows } = await sql<{
    site: string
  }>`select distinct site_id as site from sample order by 1`.execute(trx)
  const sites = rows.map(({ site }) => site)
  expect(sites.sort()).toEqual(earlier < '0045-composed-texts' ? [composed] : [decomposed, composed])
})

test('freeze-thaw cycles below the own check-outs of a sample are raised to them, and others stay', async () => {
  await migrate(db, '0066-find-what-to-erase')
  await fillOldDatabase(db)
  await unaudited(db, async (trx) => {
    await sql`
      insert into custody_event (sample_id, via, from_custody, to_custody, at, person_id, thawed)
      select id, 'check-out', 'AVAILABLE', 'CHECKED_OUT', now(), 'ada', true from sample where number in (3, 4, 5)
    `.execute(trx)
    await sql`
      insert into custody_event (sample_id, via, from_custody, to_custody, at, person_id, thawed, undoes)
      select sample_id, 'undo', to_custody, from_custody, now(), 'ada', thawed, custody_event.id
      from custody_event join sample on sample.id = sample_id where number = 4
    `.execute(trx)
    await sql`alter table sample disable trigger sample_custody_needs_an_event`.execute(trx)
    await sql`update sample set thaw_count = case number when 5 then 3 else 0 end where number in (3, 4, 5)`.execute(
      trx,
    )
    await sql`alter table sample enable trigger sample_custody_needs_an_event`.execute(trx)
  })
  await migrate(db)
  const { rows } = await sql<{ number: number; thaw_count: number }>`
    select number, thaw_count from sample where number <= 6 order by number
  `.execute(db)
  expect(rows.map(({ thaw_count }) => thaw_count)).toEqual([0, 0, 1, 0, 3, 0])
  const change = sql`update sample set thaw_count = 7 where number = 3`
  await expect(unaudited(db, (trx) => change.execute(trx))).rejects.toMatchObject({ code: 'LIM11' })
})

test('the filters of saved views have the names of the page, and what is no filter stays', async () => {
  await migrate(db, '0069-own-put-away')
  await fillOldDatabase(db)
  const views = [
    ['subject_id=P%5F1&sort=-subject', 'subjectId=P%5F1&sort=-subject'],
    ['status=QC_PASS&site__Id=a_b&has_place=no', 'status=QC_PASS&siteId=a_b&hasPlace=no'],
    ['subject_id=P2&subjectId=P1&query=', 'subjectId=P1&query='],
    ['storage_id=1&storage_id=2', 'storageId=1&storageId=2'],
    ['subject_id', 'subjectId'],
    [
      'statsu=QC_PASS&subject_id_=P1&_site_id=S&subjectI_d=1',
      'statsu=QC_PASS&subject_id_=P1&_site_id=S&subjectI_d=1',
    ],
    ['', ''],
  ] as const
  await unaudited(db, async (trx) => {
    for (const [index, [search]] of views.entries()) {
      const name = `View ${index}`
      await sql`
        insert into saved_view (owner_id, name, search, is_shared, saved_at)
        values ('ada', ${name}, ${search}, true, now())
      `.execute(trx)
    }
  })
  await migrate(db)
  const rows = await db.selectFrom('saved_view').select('search').orderBy('name').execute()
  expect(rows.map(({ search }) => search)).toEqual(views.map(([, search]) => search))
})

/** An empty database on the server of the tests, created with these options. */
async function createWith(options: string) {
  const name = `lims_unsuited_${randomBytes(6).toString('hex')}`
  const server = inject('postgresUrl')
  await onServer(server, `create database ${name} template template0 ${options}`)
  onTestFinished(() => onServer(server, `drop database ${name} with (force)`).then(() => {}))
  const url = new URL(server)
  url.pathname = `/${name}`
  const opened = await openUrl(url.href)
  onTestFinished(opened.close)
  return opened.db
}

test.each([
  [
    'in another encoding than UTF8',
    "encoding 'LATIN1' locale_provider libc locale 'C'",
    'The database is in the encoding LATIN1. Create it with the encoding UTF8.',
  ],
  [
    'whose locale knows no letters but those of English',
    "encoding 'UTF8' locale_provider libc locale 'C'",
    "The database changes letters to upper or lower case otherwise than Unicode, such as 'ä' or 'i'. Create it with a locale such as C.UTF-8: create database lims template template0 encoding 'UTF8' locale 'C.UTF-8'",
  ],
])('a new database %s is refused in one line', async (_, options, reason) => {
  const unsuited = await createWith(options)
  await expect(migrate(unsuited)).rejects.toThrow(new StartError(reason))
  expect(await hasTable(unsuited, 'sample')).toBe(false)
})

test.each([
  [
    '14.20 (Debian 14.20-1)',
    'The database is PostgreSQL 14.20 (Debian 14.20-1). Version 15 or newer is needed.',
  ],
  ['9.6.24', 'The database is PostgreSQL 9.6.24. Version 15 or newer is needed.'],
  ['15.18 (Debian 15.18-0)', undefined],
  ['18beta1', undefined],
])('whether PostgreSQL %s is too old', (version, reason) => {
  expect(whyUnsuited({ encoding: 'UTF8', version })).toBe(reason)
})

test('B7 a database that a newer version has used is left alone, in one line that says so', async () => {
  await migrate(db)
  await sql`insert into kysely_migration values ('9999-from-the-future', now()::text)`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    /^A newer version of this program has used this database: it is at 9999-from-the-future, and this version knows \d{4}-/,
  )
})

test('a check-out at a server of the previous version causes no deadlock with migration 0076', async () => {
  await migrate(db, '0075-subjects-in-one-line')
  const { migrating, checkingOut } = await db.transaction().execute(async (importing) => {
    await sql`lock table sample in row exclusive mode`.execute(importing)
    const migrating = migrate(db)
    expect(await waitsForLock(db, migrating)).toBe(true)
    const checkingOut = db.transaction().execute(async (trx) => {
      // Looks for a deadlock before there is one, as a long import makes it.
      await sql`set local deadlock_timeout = '10ms'`.execute(trx)
      await sql`lock table custody_event in row exclusive mode`.execute(trx)
      await sql`lock table sample in row exclusive mode`.execute(trx)
    })
    expect(await waitsForLock(db, checkingOut, 1)).toBe(true)
    await sql`select pg_sleep(0.1)`.execute(importing)
    return { migrating, checkingOut }
  })
  await checkingOut
  await migrating
})

test('migrations that a deadlock with a server of the previous version has ended are tried again', async () => {
  await migrate(db, '0075-subjects-in-one-line')
  await db.connection().execute(async (connection) => {
    // It looks once for a deadlock, which must be there by then on a busy machine too.
    await sql`set deadlock_timeout = '3s'`.execute(connection)
    const migrating = await db.transaction().execute(async (importing) => {
      await sql`set local deadlock_timeout = '1min'`.execute(importing)
      await sql`lock table sample in row exclusive mode`.execute(importing)
      const migrating = migrate(connection)
      expect(await waitsForLock(db, migrating)).toBe(true)
      // Each waits for the other; PostgreSQL gives up the one that looks first.
      await sql`lock table custody_event in row exclusive mode`.execute(importing)
      return { done: migrating }
    })
    await migrating.done
    await sql`reset deadlock_timeout`.execute(connection)
  })
})
