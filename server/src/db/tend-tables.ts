import { sql } from 'kysely'
import type { Db } from './database.ts'

const minute = 60_000

/**
 * What autovacuum does on a PostgreSQL server, and nobody does within PGlite: tells the planner how the tables
 * have grown, and frees the room of rows that are gone. Answers the tables that needed it.
 */
export async function tendTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where n_mod_since_analyze > 50 + n_live_tup / 10 or n_dead_tup > 50 + n_live_tup / 5
    order by relname
  `.execute(db)
  // A fifth of the usual sample: everybody waits meanwhile, and the plans come out the same.
  await sql`set default_statistics_target = 20`.execute(db)
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Tends the tables now and then until it is told to stop, which waits for what is under way. */
export function tendRegularly(db: Db, everyMs = minute): () => Promise<void> {
  let underWay: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // A failure leaves the tables slower, and is tried again: no reason to end the server.
    underWay = underWay
      .then(() => tendTables(db))
      .catch((error: Error) => console.error(`Tables not tended: ${error.message}`))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
