import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/test-database.ts'
import { StartError } from '../errors/start-error.ts'
import { assertNotNewer } from './assert-not-newer.ts'

const { db, close } = await openTestDatabase()
afterAll(close)

test('B7 a database that a newer version has used is told in a sentence', async () => {
  await assertNotNewer(db)
  await sql`insert into kysely_migration values ('9999-from-the-future', now()::text)`.execute(db)
  await expect(assertNotNewer(db)).rejects.toThrow(StartError)
  await expect(assertNotNewer(db)).rejects.toThrow(
    /^A newer version of this program has used this database: it is at 9999-from-the-future,/,
  )
})

test('B7 an empty database is no newer one', async () => {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await assertNotNewer(db)
})
