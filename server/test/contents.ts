import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** One number for everything that all tables hold: equal before and after means that nothing was written. */
export async function contentsOf(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename
  `.execute(db)
  const sums = tables.map(
    ({ name }) => `select coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from "${name}" t`,
  )
  const { rows } = await sql.raw<{ sum: string }>(sums.join(' union all ')).execute(db)
  return rows.map(({ sum }) => sum).join(' ')
}

/**
 * What `contentsOf` returns, for a caller that asks after each of many requests: the tables are read again only if any
 * transaction wrote since the last call.
 */
export function watchContents(db: Db): () => Promise<string> {
  let write: string | undefined
  let contents = ''
  return async () => {
    const written = await lastWrite(db)
    if (written !== write) contents = await contentsOf(db)
    write = written
    return contents
  }
}

/** Changes with every transaction that writes, in any database of the server. */
async function lastWrite(db: Db) {
  const { rows } = await sql<{ xmax: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as xmax
  `.execute(db)
  return rows[0]?.xmax
}
