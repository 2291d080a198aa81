import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

/** Whether a token has left its event for readings of a storage on this day (UTC). */
export async function hasPostedToday(
  trx: Transaction,
  storageId: number,
  { tokenId, at }: { tokenId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_event
    where entity_type = 'storage' and entity_id = ${String(storageId)} and action = 'temperature.post'
      and token_id = ${tokenId}::uuid and at >= date_trunc('day', ${at}::timestamptz, 'UTC')
    limit 1
  `.execute(trx)
  return rows.length > 0
}
