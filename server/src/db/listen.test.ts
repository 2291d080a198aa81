import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../test/test-database.ts'

const database = await openTestDatabase()
afterAll(database.close)

const countConnections = async () => {
  const { rows } = await sql<{ connections: number }>`
    select count(*)::int as connections from pg_stat_activity
    where application_name = 'lims-live' and datname = current_database()
  `.execute(database.db)
  return rows[0]?.connections
}

test('a connection on which the database refuses to listen, as a standby does, is closed', async () => {
  const subscriber = { onMessage: () => {}, onReconnect: () => {} }
  // An empty name is a syntax error.
  await expect(database.listen('', subscriber)).rejects.toThrow('zero-length delimited identifier')
  await vi.waitFor(async () => expect(await countConnections()).toBe(0), { timeout: 20_000, interval: 50 })
})
