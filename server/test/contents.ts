import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** One number for everything that all tables hold: equal before and after means that nothing was written. */
export const contentsOf = (db: Db): Promise<string> => watchContents(db)()

/**
 * What `contentsOf` returns, for a caller that compares after each of many requests: tables that are made later do not
 * count. The statement has a value, so that PostgreSQL plans it once for each connection.
 */
export function watchContents(db: Db): () => Promise<string> {
  let sums: RawBuilder<{ sum: string }> | undefined
  return async () => {
    sums ??= sumsOf(await tablesOf(db))
    const { rows } = await sums.execute(db)
    return rows.map(({ sum }) => sum).join(' ')
  }
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename
  `.execute(db)
  return rows.map(({ name }) => name)
}

const sumsOf = (tables: readonly string[]) =>
  sql<{ sum: string }>`${sql.join(
    tables.map(
      (name) =>
        sql`select coalesce(sum(hashtextextended(t::text, ${0}::bigint)), 0)::text as sum from ${sql.table(name)} t`,
    ),
    sql` union all `,
  )}`
