import { sql } from 'kysely'
import { limits } from '../limits.ts'
import type { Db } from './database.ts'

/**
 * Runs `work` while each statement of a connection may take `ms`, or any time for 0. Not by `reset`: the usual limit is
 * a setting of the session, not of the connection.
 */
export async function limitStatements<T>(connection: Db, ms: number, work: () => Promise<T>): Promise<T> {
  const limit = (value: number) =>
    sql`select set_config('statement_timeout', ${String(value)}, false)`.execute(connection)
  await limit(ms)
  try {
    return await work()
  } finally {
    // A connection that does not take it has ended; the error of the work says why.
    await limit(limits.statementMs).catch(() => {})
  }
}
