import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { emptyTables, openTestDatabase } from './test-database.ts'

it('waits for a transaction that takes its tables in another order, and disturbs none of its statements', async () => {
  const { db, close } = await openTestDatabase()
  try {
    const { rows } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by oid desc limit 10
    `.execute(db)
    const transaction = await db.startTransaction().execute()
    let emptied: Promise<void> | undefined
    for (const { name } of rows) {
      await sql`lock table ${sql.table(name)} in access share mode`.execute(transaction)
      emptied ??= emptyTables(db)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await transaction.commit().execute()
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
