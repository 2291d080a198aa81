import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

/** Takes samples off the list of what has to be put away. Returns the ids of those that were on it. */
export async function deletePutAway(trx: Transaction, sampleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sample_id: string }>`
    delete from put_away where sample_id = any(${[...sampleIds]}::uuid[]) returning sample_id
  `.execute(trx)
  return rows.map(({ sample_id }) => sample_id)
}
