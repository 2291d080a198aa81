import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

test('B7 a write to a read-only database is refused with 503 and the reason, reads work, and writes do again once it takes them', async () => {
  const { id } = await lab.addSample()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(lab.db)
  const name = rows[0]?.name ?? ''
  const setReadOnly = (value: string) =>
    sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.raw(value)}`.execute(lab.db)
  /** The setting holds for new connections: all others are ended, at last the one that ends them. */
  const renewConnections = async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${name} and pid <> pg_backend_pid()`.execute(lab.db)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(lab.db).catch(() => {})
  }
  const writeAgain = () =>
    lab.db.transaction().execute(async (trx) => {
      await sql`set transaction read write`.execute(trx)
      await sql`alter database ${sql.id(name)} reset default_transaction_read_only`.execute(trx)
    })
  await setReadOnly('on')
  onTestFinished(writeAgain)
  await renewConnections()

  await expect
    .poll(async () => {
      const { statusCode, body } = await lab.post('/samples/receive', { identifier: id })
      return [statusCode, JSON.parse(body).message]
    })
    .toEqual([503, 'The database takes no changes at the moment: it is read-only. Nothing was saved.'])
  expect((await lab.get('/samples/get', { id })).json().sample.status).toBe('UNKNOWN')

  // As after a failover, when the name of the database leads to one that takes changes.
  await writeAgain()
  await expect.poll(async () => (await lab.post('/samples/receive', { identifier: id })).statusCode).toBe(200)
})
