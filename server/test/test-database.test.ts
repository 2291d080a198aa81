import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Db } from '../src/db/database.ts'
import { emptyTables, openTestDatabase } from './test-database.ts'

/** Whether another connection empties the tables, or waits before it can. */
async function isEmptying(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and state = 'active'
      and query like '%in access exclusive mode%' and pid <> pg_backend_pid()
  `.execute(db)
  return rows.length > 0
}

it('waits for a transaction that takes its tables in another order, and disturbs none of its statements', async () => {
  const { db, close } = await openTestDatabase()
  try {
    const { rows } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by oid desc limit 10
    `.execute(db)
    const { emptied } = await db.transaction().execute(async (trx) => {
      let emptying: Promise<void> | undefined
      for (const { name } of rows) {
        await sql`lock table ${sql.table(name)} in access share mode`.execute(trx)
        emptying ??= emptyTables(db)
        await Promise.race([emptying, expect.poll(() => isEmptying(db)).toBe(true)])
      }
      return { emptied: emptying }
    })
    await expect(emptied).resolves.toBeUndefined()
  } finally {
    await close()
  }
})

it('fails when a transaction stays open', async () => {
  const { db, close } = await openTestDatabase()
  try {
    const transaction = await db.startTransaction().execute()
    await sql`lock table sample in access share mode`.execute(transaction)
    await expect(emptyTables(db, 50)).rejects.toMatchObject({ code: '55P03' })
    await transaction.rollback().execute()
  } finally {
    await close()
  }
})
