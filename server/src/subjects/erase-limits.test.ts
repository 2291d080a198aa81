import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, onServer, openUrl } from '../../test/postgres-database.ts'
import type { Db } from '../db/database.ts'
import { lockOutWriters } from './trace-queries.ts'
import { vacuumErased } from './vacuum-erased-queries.ts'

/** A database for which an administrator has set a limit. */
async function openLimited(): Promise<Db> {
  const { name, url, drop } = await createDatabase(inject('postgresUrl'), inject('migrated'))
  onTestFinished(drop)
  await onServer(url, `alter database ${name} set lock_timeout = '1h'`)
  const { db, close } = await openUrl(url)
  onTestFinished(close)
  return db
}

const lockTimeout = async (db: Db) =>
  (await sql<{ value: string }>`select current_setting('lock_timeout') as value`.execute(db)).rows[0]?.value

test('an erasure that has locked out other writers waits for locks longer than the database allows', async () => {
  const db = await openLimited()
  const during = await db.transaction().execute(async (trx) => {
    await lockOutWriters(trx)
    return lockTimeout(trx)
  })
  expect(during).toBe('0')
})

test('a connection that has vacuumed waits for locks longer than the database allows', async () => {
  const db = await openLimited()
  await db.connection().execute(async (connection) => {
    await vacuumErased(connection, { ownsServer: false, tables: ['erasure'] })
    expect(await lockTimeout(connection)).toBe('0')
  })
})
