import { sql } from 'kysely'
import type { Db, Transaction } from '../src/db/database.ts'

/** Returns the number of rows of a table that `work` reads, which it does in one transaction. */
export const rowsReadBy = (db: Db, table: string, work: (trx: Transaction) => Promise<unknown>) =>
  db.transaction().execute(async (trx) => {
    const soFar = async () => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables
        where relname = ${table}
      `.execute(trx)
      return rows[0]?.read ?? 0
    }
    // The statistics of transactions before this one may not be reported yet.
    const before = await soFar()
    await work(trx)
    return (await soFar()) - before
  })
