import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** Returns the names of the tables of which a row contains a text, in any case. */
export async function findTablesWith(db: Db, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1
  `.execute(db)
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql`
        select from ${sql.table(name)} t where strpos(upper(t::text), upper(${text})) > 0 limit 1
      `.execute(db)
      return rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}
