import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** One number for everything that all tables hold: equal before and after means that nothing was written. */
export const contentsOf = (db: Db): Promise<string> => watchContents(db)()

/**
 * What `contentsOf` returns, for a caller that compares after each of many requests: tables that are made later do not
 * count. The statement has a value, so that PostgreSQL plans it once for each connection.
 */
function watchContents(db: Db): () => Promise<string> {
  let sums: RawBuilder<{ sum: string }> | undefined
  return async () => {
    sums ??= sumsOf(await tablesOf(db))
    const { rows } = await sums.execute(db)
    return rows.map(({ sum }) => sum).join(' ')
  }
}

/**
 * Returns a function that begins to watch: what it returns does as `watchContents` does, but computes the number only
 * after a statement that may have written, also one that was rolled back or found no row. That is counted by a trigger
 * of each table; the number is computed once more after the next request, for a commit may follow its statement late.
 */
export async function watchWrites(db: Db): Promise<() => () => Promise<string>> {
  const tables = await tablesOf(db)
  await sql
    .raw(`
    create sequence test_write;
    create function count_write() returns trigger language plpgsql as
      $$ begin perform nextval('test_write'); return null; end $$;
    ${tables.map(countingTrigger).join('')}
  `)
    .execute(db)
  const count = sql<{ writes: string }>`select concat(last_value, is_called) as writes from test_write`
  const contents = watchContents(db)
  return () => {
    let seen: string[] = []
    let sum = ''
    return async () => {
      const [row] = (await count.execute(db)).rows
      const writes = row?.writes ?? ''
      if (seen.length < 2 || seen.some((one) => one !== writes)) sum = await contents()
      seen = [writes, ...seen].slice(0, 2)
      return sum
    }
  }
}

/** Counts also where triggers are off. */
const countingTrigger = (table: string) => `
  create trigger count_write after insert or update or delete or truncate on "${table}" execute function count_write();
  alter table "${table}" enable always trigger count_write;
`

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
