import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { restore, rowsOf } from '../../test/backups.ts'
import { openLab } from '../../test/lab.ts'
import { createDatabase, openUrl } from '../../test/postgres-database.ts'
import { openEmptyDatabase, openTestDatabase } from '../../test/test-database.ts'
import type { Db } from './database.ts'
import { migrate } from './migrate.ts'
import { writeBackup } from './write-backup.ts'

const lab = await openLab()
const folder = mkdtempSync(path.join(tmpdir(), 'lims-schema-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = path.join(folder, 'lims.backup.gz')
const madeAt = new Date('2026-11-20T12:00:00.000Z')
let batchId: string

beforeEach(async () => {
  const batch = { name: 'Study A', description: 'a', numSamples: 30, tubeType: 'EDTA' }
  batchId = (await lab.post('/batches/add', batch)).json().batch.id
})

async function openUnused(): Promise<Db> {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  return db
}

/** One whose search path leads to a schema of its own. */
async function openWithSchema(): Promise<Db> {
  const { url, drop } = await createDatabase(inject('postgresUrl'))
  const { db, close } = await openUrl(`${url}?options=-c%20search_path%3D%22Lims%22`)
  onTestFinished(() => close().then(drop))
  await sql`create schema "Lims"`.execute(db)
  return db
}

/** One of the name of the account, which comes before `public`. */
const createSchemaOfAccount = (db: Db) => sql`create schema authorization current_user`.execute(db)

async function listSchemas(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct schemaname as name from pg_tables where schemaname !~ '^(pg_|information_schema)'
  `.execute(db)
  return rows.map(({ name }) => name)
}

test('a backup is restored into another schema than public, and one of that schema holds every row', async () => {
  await writeBackup(lab.db, file, madeAt)
  const there = await openWithSchema()
  await restore(there, file)
  expect(await listSchemas(there)).toEqual(['Lims'])

  expect(await writeBackup(there, file, madeAt)).toMatchObject({ batch: 1, sample: 30 })
  const db = await openUnused()
  await restore(db, file)
  expect(await rowsOf(db)).toEqual(await rowsOf(lab.db))
})

test('a schema that is created later changes nothing for backup, restore and the undo of a deletion', async () => {
  await createSchemaOfAccount(lab.db)
  expect(await writeBackup(lab.db, file, madeAt)).toMatchObject({ batch: 1, sample: 30 })
  const db = await openUnused()
  await createSchemaOfAccount(db)
  await restore(db, file)
  expect(await rowsOf(db)).toEqual(await rowsOf(lab.db))

  const { deletionId } = (await lab.post(`/batches/delete?id=${batchId}`, undefined)).json()
  expect((await lab.post('/deletions/undo', { deletionId })).statusCode).toBe(200)
  expect((await lab.get('/samples/search', { batchId })).json().totalSamples).toBe(30)
})

test('a write of many samples does not touch an index of the same name in another schema', async () => {
  await sql`create schema other`.execute(lab.db)
  onTestFinished(async () => {
    await sql`drop schema other cascade`.execute(lab.db)
  })
  await sql`create table other.archive (n integer)`.execute(lab.db)
  await sql`create index sample_search on other.archive (n)`.execute(lab.db)
  const batch = { name: 'Study B', description: 'b', numSamples: 300, tubeType: 'EDTA' }
  expect((await lab.post('/batches/add', batch)).statusCode).toBe(200)
})

test('later migrations put their tables beside those of the first', async () => {
  const { db, close } = await openEmptyDatabase()
  onTestFinished(close)
  await migrate(db, '0004-lifecycle')
  await createSchemaOfAccount(db)
  await migrate(db)
  expect(await listSchemas(db)).toEqual(['public'])
})

test('two laboratories in two schemas of one database share nothing', async () => {
  const { url, drop } = await createDatabase(inject('postgresUrl'))
  onTestFinished(drop)
  const openThere = async (options = '') => {
    const { db, close } = await openUrl(`${url}${options}`)
    onTestFinished(close)
    return db
  }
  const first = await openThere()
  await migrate(first)
  await sql`create schema "Second lab"`.execute(first)
  const second = await openThere('?options=-c%20search_path%3D%22Second\\%20lab%22')

  await migrate(second, '0004-lifecycle')
  await migrate(second)

  const tablesOf = async (schema: string) => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = ${schema} order by tablename
    `.execute(first)
    return rows.map(({ name }) => name)
  }
  expect(await tablesOf('Second lab')).toEqual(await tablesOf('public'))
  await writeBackup(lab.db, file, madeAt)
  await restore(second, file)
  expect(await rowsOf(second)).toEqual(await rowsOf(lab.db))
  expect(await writeBackup(first, file, madeAt)).toMatchObject({ batch: 0, sample: 0 })
})
