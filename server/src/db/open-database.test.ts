import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { onServer } from '../../test/postgres-database.ts'
import { openPostgres } from './open-database.ts'

/** The address of the PostgreSQL of the tests for a role that may open so many connections. */
async function asRoleWithConnections(count: number): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const role = `lims_role_${randomBytes(6).toString('hex')}`
  await onServer(url.href, `create role ${role} login password 'secret' connection limit ${count}`)
  onTestFinished(() => onServer(inject('postgresUrl'), `drop role ${role}`).then(() => {}))
  url.username = role
  url.password = 'secret'
  return url.href
}

test('requests wait for a connection where the database accepts fewer than the server may open', async () => {
  const { db, close } = await openPostgres(await asRoleWithConnections(3), () => {})
  onTestFinished(close)
  const numbers = Array.from({ length: 60 }, (_, index) => index)
  const replies = await Promise.all(
    numbers.map((number) =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<{
          number: number
        }>`select ${number}::integer as number, pg_sleep(0.01)`.execute(trx)
        return rows[0]?.number
      }),
    ),
  )
  expect(replies).toEqual(numbers)
})

test('statements are never compiled, also where the database would: it takes seconds for one of milliseconds', async () => {
  const { db, close } = await openPostgres(inject('postgresUrl'), () => {})
  onTestFinished(close)
  const settings = await Promise.all(
    [1, 2, 3].map(() =>
      db
        .transaction()
        .execute((trx) => sql<{ jit: string }>`select current_setting('jit') as jit`.execute(trx)),
    ),
  )
  expect(settings.map(({ rows }) => rows[0]?.jit)).toEqual(['off', 'off', 'off'])
})

test('where the database accepts none, the error says so', async () => {
  const url = await asRoleWithConnections(1)
  const first = await openPostgres(url, () => {})
  onTestFinished(first.close)
  await expect(openPostgres(url, () => {}, 1)).rejects.toThrow(/does not reply \(53300\)/)
})
