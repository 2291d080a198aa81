import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/** For fewer rows, planning anew takes longer than it saves. */
export const manyRows = 200

/**
 * Lets this connection plan all statements anew, those of triggers too, before or after a write of `count` rows if these
 * are many: a plan from a time with hardly any rows reads all of them for each row that is written.
 */
export async function planAnewForMany(trx: Transaction, count: number): Promise<void> {
  if (count >= manyRows) await sql`discard plans`.execute(trx)
}
