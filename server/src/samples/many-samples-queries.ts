import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { manyRows, planAnewForMany } from '../db/plan-anew.ts'

/**
 * Runs a write of `count` samples. Their entries in the indexes of text search are collected and sorted once, at the
 * end. Sorted in portions of 64 kB, as in other writes, they took a quarter of the time of a registration. What follows
 * in the transaction is planned anew.
 */
export async function writeManySamples<T>(
  trx: Transaction,
  count: number,
  write: () => Promise<T>,
): Promise<T> {
  if (count < manyRows) return write()
  await sql`select set_config('gin_pending_list_limit', '16MB', true)`.execute(trx)
  const written = await write()
  await sql`select set_config('gin_pending_list_limit', '64kB', true)`.execute(trx)
  // Only an owner of the index may ask for it; for others, PostgreSQL does it by the next vacuum.
  await sql`
    select gin_clean_pending_list(oid) from pg_class
    where oid in (to_regclass('sample_search'), to_regclass('sample_subject_search')) and pg_has_role(relowner, 'usage')
  `.execute(trx)
  await planAnewForMany(trx, count)
  return written
}
