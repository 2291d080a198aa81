import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/** All columns of a table but the generated ones, which take no value, in their order. */
export async function listStoredColumns(trx: Transaction, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum
  `.execute(trx)
  return rows.map(({ name }) => name)
}
