import type { Db, Transaction } from '../db/database.ts'

export type Claim = { personId: string; key: string; call: string; fingerprint: string }

/** Reserves a key and returns true if it is new. Waits while another transaction holds the same key. */
export async function claimKey(trx: Transaction, { personId, ...claim }: Claim, at: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('answered_request')
    .values({ person_id: personId, ...claim, answered_at: at })
    .onConflict((conflict) => conflict.columns(['person_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

export function saveReply(trx: Transaction, { personId, key }: Claim, reply: Record<string, unknown>) {
  return trx
    .updateTable('answered_request')
    .set({ reply: JSON.stringify(reply) })
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .execute()
}

export function findSavedReply(trx: Transaction, { personId, key }: Claim) {
  return trx
    .selectFrom('answered_request')
    .select(['call', 'fingerprint', 'reply'])
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Deletes the keys and replies of requests made before an instant. */
export function deleteSavedReplies(db: Db, before: Date) {
  return db.deleteFrom('answered_request').where('answered_at', '<', before).execute()
}
