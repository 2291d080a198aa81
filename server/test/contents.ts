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
